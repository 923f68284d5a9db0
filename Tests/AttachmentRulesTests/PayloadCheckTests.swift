import Testing

@testable import AttachmentRules

/// What is found in anyone's payload file.
@Suite struct PayloadCheckTests {
    private static let good =
        #"{"aps":{"alert":{"title":"a"},"mutable-content":1},"media-url":"https://a.b/c.jpg"}"#

    private func rules(
        _ text: String, _ fileExtension: String = "json", categories: Set<String>? = nil,
        keys: Set<String> = []
    ) -> [String] {
        PayloadCheck.findings(
            for: Array(text.utf8), fileExtension: fileExtension, categories: categories,
            mediaKeys: keys
        ).map { String($0.rule.dropFirst("payload-".count)) }
    }

    /// A payload with these members in `aps`, beside alert and mutable-content.
    private func aps(_ members: String) -> String {
        #"{"aps":{"alert":"a","mutable-content":1,\#(members)},"media-url":"https://a.b/c.jpg"}"#
    }

    /// A payload with these members beside `aps`.
    private func beside(_ members: String) -> String {
        #"{"aps":{"alert":"a","mutable-content":1},\#(members)}"#
    }

    @Test func aGoodPayloadHasNoFindings() {
        #expect(rules(Self.good) == [])
        #expect(rules(Self.good, "apns") == [])
    }

    @Test(
        arguments: [
            (good, "json", true), (good, "txt", true), ("", "apns", true), ("{", "APNS", true),
            ("{}", "json", false), ("[]", "json", false), (#"{"aps":1}"#, "json", true),
            (#"{"aps":"a"}"#, "txt", true), (#"{"aps":[],}"#, "json", true),
            (#"{"message":{"notification":{}}}"#, "json", true),
            (#"{"message":{"notification":{},}}"#, "json", true),
            (#"{"message":{"topic":"a"}}"#, "json", true),
            (#"{"message":"no such file"}"#, "json", false),
            (#"{"message":{"text":"no such file"}}"#, "json", false),
            ("\u{FEFF}{\"aps\":{}}", "json", true),
            (#"{"message":{"apns":{"payload":{}}}}"#, "json", true),
            (#"{"message":{"apns":{"payload":[]}}}"#, "json", true), ("no", "json", false),
        ])
    func payloadsAreTold(text: String, fileExtension: String, isPayload: Bool) {
        #expect(
            PayloadCheck.isPayload(Array(text.utf8), fileExtension: fileExtension) == isPayload)
    }

    @Test(
        arguments: [
            ("", ["json"]), ("{", ["json"]), ("[]", ["json"]), ("1", ["json"]),
            (#"{"a":1,"a":2}"#, ["json"]), ("{}", ["aps", "media-key"]),
            (#"{"aps":[]}"#, ["aps", "media-key"]),
            (#"{"aps":{}}"#, ["alert", "mutable-content", "media-key"]),
        ])
    func whatIsNoPayloadIsSaid(text: String, found: [String]) {
        #expect(rules(text, "apns") == found)
    }

    @Test(
        arguments: [
            (#""words""#, []), (#""""#, ["alert"]), (#"" ""#, ["alert"]), ("{}", ["alert"]),
            ("\"\u{200B}\u{2060}\u{FE0F}\u{3164}\u{2800}\u{202E}\"", ["alert"]),
            ("\"\u{200B}❤\u{FE0F}\"", []), (#"{"title":"\u00ad"}"#, ["alert"]),
            (#"{"title":""}"#, ["alert"]), (#"{"subtitle":"a"}"#, []), (#"{"body":"a"}"#, []),
            (#"{"loc-key":"A","loc-args":["b"]}"#, []), (#"{"title-loc-key":"A"}"#, []),
            (#"{"launch-image":"a"}"#, ["alert"]), ("1", ["types"]), ("null", ["types"]),
            (#"{"title":1}"#, ["types"]), (#"{"title":"a","loc-args":"b"}"#, ["types"]),
            (#"{"title":"a","loc-args":[1]}"#, ["types"]),
            (#"{"title":"a","Body":"b"}"#, ["unknown-key"]),
        ])
    func alertNeedsWords(alert: String, found: [String]) {
        #expect(
            rules(
                #"{"aps":{"alert":\#(alert),"mutable-content":1},"media-url":"https://a.b/c.jpg"}"#)
                == found)
    }

    @Test(arguments: ["0", "2", "true", "\"1\"", "null", "[1]", "1.5"])
    func mutableContentIsOneAndNothingElse(value: String) {
        #expect(
            rules(
                #"{"aps":{"alert":"a","mutable-content":\#(value)},"media-url":"https://a.b/c.jpg"}"#
            ) == ["mutable-content"])
    }

    @Test(
        arguments: [
            (#""badge":0"#, []), (#""badge":3"#, []), (#""badge":-1"#, ["types"]),
            (#""badge":1.5"#, ["types"]), (#""badge":true"#, ["types"]),
            (#""badge":"1""#, ["types"]), (#""thread-id":"a""#, []), (#""thread-id":1"#, ["types"]),
            (#""category":[]"#, ["types"]), (#""target-content-id":1"#, ["types"]),
            (#""filter-criteria":{}"#, ["types"]), (#""content-available":1"#, []),
            (#""content-available":true"#, ["types"]), (#""content-available":0"#, ["types"]),
            (#""interruption-level":"active""#, []),
            (#""interruption-level":"timeSensitive""#, ["types"]),
            (#""interruption-level":1"#, ["types"]), (#""relevance-score":0"#, []),
            (#""relevance-score":1"#, []), (#""relevance-score":1.1"#, ["types"]),
            (#""relevance-score":"1""#, ["types"]), (#""relevance-score":true"#, ["types"]),
            (#""relevance-score":100,"content-state":{}"#, []), (#""sound":"default""#, []),
            (#""sound":"""#, ["sound"]), (#""sound":1"#, ["sound"]), (#""sound":{}"#, ["sound"]),
            (#""sound":{"name":"a.caf","critical":1,"volume":0.5}"#, []),
            (#""sound":{"name":"default","critical":true}"#, ["sound"]),
            (#""sound":{"name":"a.wav","critical":2,"volume":2}"#, ["sound", "sound"]),
            (#""sound":{"critical":1}"#, ["sound"]), (#""sound":"a.WAV""#, []),
            (#""sound":"a.b.aif""#, []), (#""sound":"a.aiff""#, []),
            (#""sound":"a.mp3""#, ["sound-file"]), (#""sound":"a""#, ["sound-file"]),
            (#""sound":{"name":"a.m4a"}"#, ["sound-file"]),
            (#""sound":"https://a.b/c.wav""#, ["sound"]),
            (#""mutable_content":1"#, ["unknown-key"]), (#""wrong":1"#, ["unknown-key"]),
            (#""url-args":[]"#, []), (#""body":"b""#, ["unknown-key"]), (#""timestamp":1"#, []),
        ])
    func keysOfAPNsHaveTheirTypes(member: String, found: [String]) {
        #expect(rules(aps(member)) == found)
    }

    @Test(
        arguments: [
            (["OFFER"], []), (["OTHER"], ["category"]), ([], ["category"]), (nil, []),
            (["offer"], ["category"]),
        ] as [(Set<String>?, [String])])
    func categoryIsOneOfTheApps(categories: Set<String>?, found: [String]) {
        #expect(rules(aps(#""category":"OFFER""#), categories: categories) == found)
    }

    @Test(
        arguments: [
            (#""media_url":"https://a.b/c.jpg""#, []),
            (#""attachment-url":"https://a.b/c.jpg""#, []),
            (#""picture":"https://a.b/c.jpg""#, ["media-key"]), (#""x":1"#, ["media-key"]),
            (#""media-url":1"#, ["types"]), (#""media-url":"http://a.b/c.jpg""#, ["media-url"]),
            (#""media-url":"c.jpg""#, ["media-url"]), (#""media-url":"/c.jpg""#, ["media-url"]),
            (#""media-url":"https:///c.jpg""#, ["media-url"]),
            (#""media-url":"ftp://a.b/c.jpg""#, ["media-url"]),
            (#""media-url":"https://u:p@a.b/c.jpg""#, ["media-password"]),
            (#""media-url":"https://10.0.0.1/c.jpg""#, ["media-host"]),
            (#""media-url":"https://a.b/c d.jpg""#, ["media-characters"]),
            (#""media-url":"https://a.b/100%.jpg""#, ["media-characters"]),
            (#""media-url":"https://a.b/c""#, ["media-extension"]),
            (#""media-url":"https://a.b/c.webp""#, ["media-extension"]),
            (#""media-url":"https://a.b/c.mpg""#, []),
            (#""media-url":"https://a.b/c","media-type":"public.png""#, []),
            (#""media-url":"https://a.b/c.jpg","media-type":"image/jpeg""#, ["media-type"]),
            (#""media-url":"https://a.b/c.jpg","media-type":1"#, ["types"]),
            (#""fcm_options":{"image":"https://a.b/c.jpg"}"#, []),
            (#""os_data":{"i":"x","att":{"a":"https://a.b/c.jpg","b":"c"}}"#, ["media-url"]),
            (#""custom":{"i":"x"},"att":{"id":"https://a.b/c.jpg"}"#, []),
            (#""ab":{"att":{"url":"https://a.b/c.jpg","type":"jpg"}}"#, []),
            (#""ab":{"att":{"url":"https://a.b/c.jpg"}}"#, ["media-type"]),
            (#""ab":{"att":{"url":"https://a.b/c.jpg","type":"webp"}}"#, ["media-type"]),
            (#""com.batch":{"at":{"u":"https://a.b/c"}}"#, ["media-type", "media-extension"]),
            (#""com.batch":{"at":{"u":"https://a.b/c","t":"image/png"}}"#, []),
            (#""com.batch":{"at":{"u":"https://a.b/c","t":"png"}}"#, ["media-type"]),
            (#""ct_mediaUrl":"https://a.b/c.jpg""#, ["media-type"]),
            (#""ct_mediaUrl":"https://a.b/c.jpg","ct_mediaType":"image""#, []),
            (#""ct_mediaUrl":"https://a.b/c.jpg","ct_mediaType":"document""#, ["media-type"]),
            (#""rich-media":"https://a.b/c.jpg""#, []),
            (#""itbl":{"attachment-url":"https://a.b/c.jpg"}"#, []),
            (
                #""com.urbanairship.media_attachment":{"url":["https://a.b/c.jpg","x"]}"#,
                ["media-url"]
            ),
            (#""a4sid":{"urls":[{"url":"https://a.b/c.jpg"},{}]}"#, ["types"]),
            (#""body":{"_richContent":{"video":"https://a.b/c.mp4"}}"#, []),
            (#""attachment":"https://a.b/c.jpg""#, []),
            (#""attachment":{"url":"/media/local/c.jpg"}"#, []),
            (#""attachment":{"url":"//a.b/c.jpg"}"#, ["media-url"]),
            (#""attachment":{"url":"https://a.b/c.jpg","content-type":"jpeg"}"#, []),
            (
                #""attachment":{"url":"https://a.b/c.jpg","content-type":"png"}"#,
                ["media-extension"]
            ),
            (#""ab":{"att":{"url":"https://a.b/c.jpg","type":"mp4"}}"#, ["media-extension"]),
            (#""ab":{"att":{"url":"https://a.b/c","type":"mp4"}}"#, []),
            (#""ct_mediaUrl":"https://a.b/c.gif","ct_mediaType":"image""#, []),
            (#""ct_mediaUrl":"https://a.b/c.gif","ct_mediaType":"video""#, ["media-extension"]),
            (
                #""com.batch":{"at":{"u":"https://a.b/c.m4a","t":"audio/mpeg"}}"#,
                ["media-extension"]
            ),
            (#""com.batch":{"at":{"u":"https://a.b/c.wav","t":"audio/x-wav"}}"#, []),
        ])
    func mediaLieWhereAnExtensionLooks(member: String, found: [String]) {
        #expect(rules(beside(member)) == found)
    }

    /// One payload for several SDKs is right, as long as all of them show the same.
    @Test(
        arguments: [
            (#""media-url":"https://a.b/c.jpg","_mediaUrl":"https://a.b/c.jpg""#, []),
            (#""media-url":"https://a.b/c.jpg","_mediaUrl":"https://a.b/d.jpg""#, ["media-key"]),
            (#""media-url":"https://a.b/c.jpg","media_url":"https://a.b/d.jpg""#, []),
            (
                #""media-url":"https://a.b/d.jpg","a4sid":{"url":["https://a.b/c.jpg","https://a.b/d.jpg"]}"#,
                []
            ),
            (#""os_data":{"att":{"a":"https://a.b/c.jpg","b":"https://a.b/d.jpg"}}"#, []),
            (
                #""a4sid":{"url":["https://a.b/c.jpg","https://a.b/d.jpg"]}"#,
                []
            ),
        ])
    func differentAddressesUnderSeveralKeysAreNoticed(member: String, found: [String]) {
        #expect(rules(beside(member)) == found)
    }

    @Test func anAppsOwnKeyIsKnownWhereItIsNamed() {
        #expect(rules(beside(#""picture":"https://a.b/c.jpg""#), keys: ["picture"]) == [])
        #expect(rules(beside(#""Category":"https://a.b/c.jpg""#), keys: ["Category"]) == [])
    }

    @Test(
        arguments: [
            (#""category":"A""#, ["unknown-key"]), (#""mutable-content":1"#, ["unknown-key"]),
            (#""mutableContent":1"#, ["unknown-key"]), (#""badge":"gold","sound":"x""#, []),
        ])
    func keysOfAPNsBelongInsideIt(member: String, found: [String]) {
        #expect(rules(beside(#""media-url":"https://a.b/c.jpg","# + member)) == found)
    }

    @Test(
        arguments: [
            #""media-url":"https://a.b/c.jpg""#, #""media_url":1"#,
            #""picture":"https://a.b/c.jpg""#,
            #""fcm_options":{"image":"https://a.b/c.jpg"}"#, #""ct_mediaUrl":"https://a.b/c.jpg""#,
        ])
    func mediaInsideAPSAreMisplaced(member: String) {
        let text = #"{"aps":{"alert":"a","mutable-content":1,\#(member)}}"#
        #expect(rules(text, keys: ["picture"]) == ["media-place"])
        let rule = PayloadCheck.rules.first { $0.id == "payload-media-place" }
        #expect(rule?.severity == .error && rule?.remedy == "move the key out of aps, beside it")
    }

    @Test func nearMissesAreNamed() {
        let findings = PayloadCheck.findings(
            for: Array(aps(#""mutable_content":1"#).utf8), fileExtension: "json")
        #expect(findings.map(\.message) == ["aps.mutable_content: should it be mutable-content?"])
    }

    @Test func firebasesMessageIsReadAsTheDeviceGetsIt() {
        let message = #"{"message":{"token":"x","notification":{"title":"a","body":"b"},"apns":{"#
        let aps = #""payload":{"aps":{"mutable-content":1}}"#
        #expect(rules(message + aps + #","fcm_options":{"image":"https://a.b/c.jpg"}}}}"#) == [])
        #expect(
            rules(message + aps + #","fcm_options":{"image":"http://a.b/c.jpg"}}}}"#) == [
                "media-url"
            ])
        #expect(rules(message + aps + "}}}") == ["media-key"])
        let pictured =
            #"{"message":{"notification":{"title":"a","image":"http://a.b/c.jpg"},"apns":{"#
        #expect(rules(pictured + aps + "}}}") == ["media-url"])
        #expect(
            rules(#"{"message":{"apns":{"payload":{"aps":{"mutable-content":1}}}}}"#)
                == ["alert", "media-key"])
    }

    @Test(
        arguments: [
            (
                #"{"message":{"notification":{"title":"a"},"apns":{"fcm_options":{"image":"https://a.b/c.jpg"}}}}"#,
                ["there is no mutable-content in message.apns.payload.aps"]
            ),
            (
                #"{"message":{"notification":"a","apns":[]}}"#,
                [
                    "there is no alert in aps",
                    "there is no mutable-content in message.apns.payload.aps",
                    "message.notification is a string, not an object",
                    "message.apns is an array, not an object",
                    "no key that a known service extension reads",
                ]
            ),
            (
                #"{"message":{"apns":{"fcm_options":"a","payload":{"aps":"a"}}}}"#,
                [
                    "message.apns.payload.aps is a string, not an object",
                    "fcm_options is a string, not an object",
                ]
            ),
        ])
    func whatFirebasesMessageLacksIsNamed(text: String, messages: [String]) {
        let found = PayloadCheck.findings(for: Array(text.utf8), fileExtension: "json")
        #expect(found.map(\.message) == messages)
    }

    @Test func payloadOfAnotherEncodingIsOneStill() {
        for isLittle in [true, false] {
            let bytes = "\u{FEFF}\(Self.good)".utf16.flatMap {
                [UInt8($0 & 0xFF), UInt8($0 >> 8)].reversed(!isLittle)
            }
            for bytes in [bytes, Array(bytes.dropFirst(2))] {
                #expect(PayloadCheck.isPayload(bytes, fileExtension: "json"))
                let found = PayloadCheck.findings(for: bytes, fileExtension: "json")
                #expect(found.map(\.message) == ["it is UTF-16 or the like, not UTF-8"])
            }
        }
        let marked = PayloadCheck.findings(
            for: Array("\u{FEFF}\(Self.good)".utf8), fileExtension: "json")
        #expect(marked.map(\.message) == ["it begins with a byte order mark"])
    }

    /// A payload of exactly so many bytes as compact JSON.
    private func payload(of count: Int) -> String {
        let rest = Self.good.utf8.count
        return #"{"aps":{"alert":{"title":"a\#(String(repeating: "x", count: count - rest))"},"#
            + #""mutable-content":1},"media-url":"https://a.b/c.jpg"}"#
    }

    @Test func moreBytesThanAPNsTakesAreCounted() {
        #expect(rules(payload(of: 4_096)) == [])
        let findings = PayloadCheck.findings(
            for: Array(payload(of: 4_100).utf8), fileExtension: "json")
        #expect(findings.map(\.rule) == ["payload-size"])
        let message = findings.first?.message ?? ""
        #expect(message.contains("4,100 bytes") && message.contains("shorten it by 4;"))
        #expect(message.contains("the longest: aps.alert.title 4,0"))
    }

    @Test func whiteSpaceIsCountedApart() {
        #expect(rules(payload(of: 4_096) + "\n") == ["white-space"])
        #expect(
            rules(String(repeating: " ", count: 65_536 - Self.good.utf8.count) + Self.good) == [
                "white-space"
            ])
        #expect(rules(String(repeating: " ", count: 65_537)) == ["size"])
        #expect(rules(String(repeating: "{}", count: 10_000)) == ["size"])
    }

    @Test func findingsAreBoundedAndStable() {
        let members = (0..<1_000).map { #""k\#($0)":1"# }.joined(separator: ",")
        let text = aps(members + #","badge":"x""#)
        let found = rules(text)
        #expect(found == ["size", "types"] + Array(repeating: "unknown-key", count: 16))
        let again = PayloadCheck.findings(for: Array(text.utf8), fileExtension: "json")
        #expect(again == PayloadCheck.findings(for: Array(text.utf8), fileExtension: "json"))
        #expect(again.allSatisfy { $0.message.utf8.count < 500 })
    }

    @Test func anyBytesAreChecked() {
        var state: UInt64 = 42
        let good = Array(Self.good.utf8)
        for _ in 0..<2_000 {
            var bytes = good
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int(state >> 33) % bytes.count
                bytes[place] = UInt8(truncatingIfNeeded: state >> 20)
            }
            for finding in PayloadCheck.findings(for: bytes, fileExtension: "apns") {
                #expect(PayloadRuleID(rawValue: finding.rule)?.severity == finding.severity)
            }
        }
    }

    @Test func everyRuleIsListedOnce() {
        #expect(PayloadCheck.rules.map(\.id) == PayloadRuleID.allCases.map(\.rawValue))
        #expect(Set(PayloadCheck.rules.map(\.id)).count == PayloadCheck.rules.count)
        #expect(PayloadRuleID.allCases.allSatisfy { !$0.remedy.isEmpty && !$0.summary.isEmpty })
        #expect(
            PayloadCheck.rules.allSatisfy {
                ($0.basis == .documented) == $0.source.hasPrefix("http")
            })
        #expect(Set(RuleID.allCases.map(\.rawValue)).isDisjoint(with: PayloadCheck.rules.map(\.id)))
    }
}

extension [UInt8] {
    fileprivate func reversed(_ isReversed: Bool) -> [UInt8] {
        isReversed ? Array(reversed()) : self
    }
}
