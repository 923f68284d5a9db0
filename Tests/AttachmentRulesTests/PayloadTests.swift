import Testing

@testable import AttachmentRules

/// What is written for each vendor, and that our own check finds nothing wrong with it.
@Suite struct PayloadTests {
    private static let types: [AttachmentType] = [
        .jpeg, .png, .gif, .mp4, .m4a, .mp3, .wav, .aiff,
    ]

    private func payload(
        _ type: AttachmentType = .jpeg, _ name: String? = nil,
        rect: ThumbnailClippingRect? = nil, time: Double? = nil
    ) throws -> Payload {
        let url = "https://cdn.example.com/" + (name ?? "hero.\(type.fileExtension)")
        var payload = Payload(
            media: PayloadMedia(
                url: try MediaURL(url), type: type, thumbnailClippingRect: rect,
                thumbnailTime: time))
        payload.title = "Summer"
        return payload
    }

    private func text(_ value: JSONValue) throws -> String {
        String(decoding: try value.encoded(), as: UTF8.self)
    }

    @Test(
        arguments: [
            (.generic, #""media-url":"U""#),
            (.firebase, #""fcm_options":{"image":"U"}"#),
            (.onesignal, #""os_data":{"att":{"media":"U"}}"#),
            (.braze, #""ab":{"att":{"type":"jpg","url":"U"}}"#),
            (.airship, #""com.urbanairship.media_attachment":{"url":"U"}"#),
            (.batch, #""com.batch":{"at":{"t":"image/jpeg","u":"U"}}"#),
            (.clevertap, #""ct_mediaType":"image","ct_mediaUrl":"U""#),
            (.klaviyo, #""rich-media":"U","rich-media-type":"jpeg""#),
            (.iterable, #""itbl":{"attachment-url":"U"}"#),
            (.salesforce, #""_mediaUrl":"U""#),
            (.adobe, #""adb_media":"U""#),
            (.pinpoint, #""data":{"media-url":"U"}"#),
            (.expo, #""body":{"_richContent":{"image":"U"}}"#),
            (.pushwoosh, #""attachment":"U""#),
            (.mapp, #""ios_apx_media":"U""#),
            (.homeassistant, #""attachment":{"content-type":"jpeg","url":"U"}"#),
        ] as [(PayloadVendor, String)])
    func eachVendorFindsTheAddressWhereItLooks(vendor: PayloadVendor, member: String) throws {
        let written = try text(payload().json(for: vendor))
        let wanted = member.split(separator: "\"U\"", omittingEmptySubsequences: false)
            .joined(separator: "\"https://cdn.example.com/hero.jpg\"")
        #expect(written.contains(wanted))
        #expect(written.contains(#""aps":{"alert":{"title":"Summer"},"mutable-content":1}"#))
    }

    @Test func everyVendorIsTold() {
        #expect(PayloadVendor.allCases.count == 16)
        #expect(PayloadVendor.allCases.allSatisfy { !$0.source.isEmpty && !$0.displayName.isEmpty })
    }

    @Test(arguments: PayloadVendor.allCases, types)
    func ownCheckFindsNoError(vendor: PayloadVendor, type: AttachmentType) throws {
        let json = try payload(type, rect: .init(x: 0.1, y: 0, width: 0.75, height: 1), time: 3)
            .json(for: vendor)
        let findings = PayloadCheck.findings(
            for: try json.encoded(pretty: true), fileExtension: "json")
        // Braze has a name for each of these types; so far, no vendor lacks one.
        #expect(findings == [])
        #expect(vendor.fault(of: type) == nil || vendor == .clevertap)
    }

    @Test(
        arguments: [
            (.braze, .aiff, "aif"), (.braze, .m4a, "m4a"), (.batch, .mp4, "video/mp4"),
            (.batch, .mp3, "audio/mpeg"), (.clevertap, .gif, "gif"), (.clevertap, .png, "image"),
            (.clevertap, .mp4, "video"), (.clevertap, .wav, "audio"), (.klaviyo, .png, "png"),
            (.klaviyo, .mp4, "mp4"), (.homeassistant, .m4a, "m4a"),
        ] as [(PayloadVendor, AttachmentType, String)])
    func theTypeIsInTheVendorsWords(vendor: PayloadVendor, type: AttachmentType, name: String)
        throws
    {
        let path = try #require(vendor.typePath)
        #expect(try payload(type).json(for: vendor)[path] == .string(name))
    }

    @Test(
        arguments: [
            (.clevertap, .png, .named("jpg")), (.clevertap, .jpeg, nil), (.clevertap, .gif, nil),
            (.clevertap, .m4a, .named("mp3")), (.clevertap, .mp3, nil), (.clevertap, .mp4, nil),
            (.braze, .caf, .notListed(PayloadVendor.brazeTypes)), (.braze, .aiff, nil),
            (.batch, .png, nil), (.generic, .caf, nil),
        ] as [(PayloadVendor, AttachmentType, PayloadVendor.TypeFault?)])
    func whatAVendorDoesNotTakeIsKnown(
        vendor: PayloadVendor, type: AttachmentType, fault: PayloadVendor.TypeFault?
    ) {
        #expect(vendor.fault(of: type) == fault)
    }

    @Test(
        arguments: [(.gif, "image"), (.mp4, "video"), (.m4a, "audio")]
            as [(AttachmentType, String)])
    func expoHasAKeyForEachKind(type: AttachmentType, key: String) throws {
        let json = try payload(type).json(for: .expo)
        #expect(json[["body", "_richContent", key]] != nil)
    }

    @Test func ownExtensionIsToldWhatIsNotTheDefault() throws {
        let plain = try payload(.gif).json(for: .generic)
        #expect(Set(plain.object?.keys.map(\.self) ?? []) == ["aps", "media-url"])
        let full = try payload(
            .gif, "hero?id=1", rect: .init(x: 0.125, y: 0, width: 0.75, height: 1), time: 7
        ).json(for: .generic, mediaKey: "picture")
        #expect(full["picture"] == "https://cdn.example.com/hero?id=1")
        #expect(full["media-type"] == "com.compuserve.gif")
        #expect(full["media-thumbnail-time"]?.number == 7)
        #expect(
            try text(try #require(full["media-clipping-rect"]))
                == #"{"Height":1,"Width":0.75,"X":0.125,"Y":0}"#)
    }

    @Test func airshipHasSquareAndTime() throws {
        let json = try payload(
            .mp4, rect: .init(x: 0.2, y: 0, width: 0.5625, height: 1), time: 2.34567
        ).json(for: .airship)
        let options = try #require(json[PayloadVendor.airshipOptions])
        #expect(
            try text(options)
                == #"{"crop":{"height":1,"width":0.5625,"x":0.2,"y":0},"time":2.346}"#)
    }

    @Test(
        arguments: [
            .init(x: 0, y: 0, width: 1, height: 1), .init(x: 0.5, y: 0, width: 0.6, height: 1),
            .init(x: -0.1, y: 0, width: 1, height: 1), .init(x: 0, y: .nan, width: 1, height: 1),
            .init(x: 0, y: 0, width: 0, height: 1), .init(x: 0, y: 0, width: 1, height: .infinity),
            .init(x: 0, y: 0, width: 0.00001, height: 1),
        ] as [ThumbnailClippingRect])
    func squaresThatSayNothingAreLeftOut(rect: ThumbnailClippingRect) throws {
        #expect(try payload(rect: rect).media.thumbnailClippingRect == nil)
    }

    @Test func squaresStayInsideThePictureWhenRounded() throws {
        for width in 1...997 {
            let share = Double(width) / 997
            let rect = ThumbnailClippingRect(x: 1 - share, y: 0, width: share, height: 1)
            let short = try payload(rect: rect).media.thumbnailClippingRect
            guard let short else {
                #expect(share > 0.9999 || share < 0.0001)
                continue
            }
            #expect(short.isInsideUnit && abs(short.width - share) <= 0.0001)
        }
    }

    @Test(
        arguments: [
            (.jpeg, 3, nil), (.m4a, 3, nil), (.gif, 0, nil), (.mp4, -1, nil), (.mp4, .nan, nil),
            (.mp4, .infinity, nil), (.mp4, 1e9, nil), (.gif, 12, 12), (.mp4, 0.5, 0.5),
        ] as [(AttachmentType, Double, Double?)])
    func timesMeanSomethingOfWhatMoves(type: AttachmentType, time: Double, kept: Double?) throws {
        #expect(try payload(type, time: time).media.thumbnailTime == kept)
    }

    @Test func everyFieldIsWritten() throws {
        var payload = try payload()
        payload.subtitle = "Sub"
        payload.body = "\"Quoted\"\n"
        payload.category = "OFFER"
        payload.threadID = "t"
        payload.sound = "default"
        payload.badge = 0
        payload.interruptionLevel = .timeSensitive
        payload.relevanceScore = 0.5
        let json = payload.json(for: .generic, simulatorBundle: "com.example.app")
        #expect(
            try text(json["aps"] ?? .null)
                == #"{"alert":{"body":"\"Quoted\"\n","subtitle":"Sub","title":"Summer"},"badge":0,"#
                + #""category":"OFFER","interruption-level":"time-sensitive","mutable-content":1,"#
                + #""relevance-score":0.5,"sound":"default","thread-id":"t"}"#)
        #expect(json["Simulator Target Bundle"] == "com.example.app")
    }
}
