internal import AttachmentRules
internal import Storage

extension PayloadCommand {
    static let payloadOptions: [Option] = [
        .value("url", "u", "URL", help: "Where devices fetch the file: https, and public"),
        .value("title", "t", "TEXT", help: "The alert's title; one of the three texts is needed"),
        .value("subtitle", nil, "TEXT", help: "The alert's subtitle"),
        .value("body", "b", "TEXT", help: "The alert's body"),
        .value("category", "c", "ID", help: "The category with the alert's actions"),
        .value("thread-id", nil, "ID", help: "Group it with notifications of the same id"),
        .value("sound", nil, "NAME", help: "A sound that the app brings along, or default"),
        .value("badge", nil, "N", kind: .integer, help: "The number on the app's icon; 0: none"),
        .choice(
            "interruption-level", nil, Payload.InterruptionLevel.allCases.map(\.rawValue),
            placeholder: "LEVEL",
            help: "How much it may disturb: "
                + Payload.InterruptionLevel.allCases.map(\.rawValue).joined(separator: ", ")
                + " (default: the system's, active)"),
        .value(
            "relevance", nil, "S", kind: .real,
            help: "Its place among the app's notifications, from 0 to 1"),
        .choice(
            "vendor", nil, PayloadVendor.allCases.map(\.rawValue),
            placeholder: "NAME",
            help: "Whose SDK reads it: "
                + PayloadVendor.allCases.map(\.rawValue).joined(separator: ", ")
                + " (default: generic)"),
        .value(
            "media-key", nil, "KEY",
            help: "Where the app's own extension looks (default: \(Payload.defaultMediaKey))"),
        .value(
            "simulator", nil, "BUNDLE-ID",
            help: "Write NAME.apns for xcrun simctl push to this app"),
        .value("output", "o", "FILE", help: "Write the payload to FILE instead of stdout"),
    ]
}

/// What a payload is to say, as it was typed.
struct PayloadRequest: Sendable {
    let url: MediaURL
    let vendor: PayloadVendor
    let mediaKey: String
    /// The app's, where the payload is for a simulator.
    let simulatorBundle: String?
    private let output: BytePath?
    private let typed: Words

    /// Everything of the payload but its media.
    private struct Words: Sendable {
        var title: String?
        var subtitle: String?
        var body: String?
        var category: String?
        var threadID: String?
        var sound: String?
        var badge: Int?
        var interruptionLevel: Payload.InterruptionLevel?
        var relevance: Double?
    }

    init(_ typed: TypedOptions) throws(UsageError) {
        url = try Self.url(typed)
        vendor = try Self.vendor(typed)
        mediaKey = try Self.mediaKey(typed, vendor)
        simulatorBundle = try Self.bundle(typed)
        output = typed.text("output")
        let words = Words(
            title: try typed.words("title"), subtitle: try typed.words("subtitle"),
            body: try typed.words("body"), category: try typed.words("category"),
            threadID: try typed.words("thread-id"), sound: try typed.words("sound"),
            badge: try typed.count("badge", in: 0...Int64(Int32.max)),
            interruptionLevel: try typed.choice(
                "interruption-level", Payload.InterruptionLevel.allCases),
            relevance: try Self.relevance(typed))
        guard words.title ?? words.subtitle ?? words.body != nil else {
            throw UsageError(
                "an alert is needed, or the system runs no service extension: add --title or --body"
            )
        }
        self.typed = words
    }

    func json(_ media: PayloadMedia) -> JSONValue {
        var payload = Payload(media: media)
        payload.title = typed.title
        payload.subtitle = typed.subtitle
        payload.body = typed.body
        payload.category = typed.category
        payload.threadID = typed.threadID
        payload.sound = typed.sound
        payload.badge = typed.badge
        payload.interruptionLevel = typed.interruptionLevel
        payload.relevanceScore = typed.relevance
        return payload.json(for: vendor, mediaKey: mediaKey, simulatorBundle: simulatorBundle)
    }

    /// Where the payload of the file goes; nil for stdout.
    func output(for file: BytePath) -> BytePath? {
        guard let output else {
            return simulatorBundle.map { _ in file.stem.appending(suffix: ".apns") }
        }
        return output.isStandardOutput ? nil : output
    }

    private static func url(_ typed: TypedOptions) throws(UsageError) -> MediaURL {
        guard let text = try typed.words("url") else {
            throw UsageError("--url is missing: where do devices fetch the file?")
        }
        do throws(MediaURL.Fault) {
            return try MediaURL(text)
        } catch {
            throw UsageError(PayloadMessages.fault(error, of: text))
        }
    }

    private static func vendor(_ typed: TypedOptions) throws(UsageError) -> PayloadVendor {
        try typed.choice("vendor", PayloadVendor.allCases) ?? .generic
    }

    private static func mediaKey(
        _ typed: TypedOptions, _ vendor: PayloadVendor
    ) throws(UsageError) -> String {
        guard let key = try typed.words("media-key") else { return Payload.defaultMediaKey }
        guard vendor == .generic else {
            throw UsageError(
                "--media-key is for an app's own extension; \(vendor.displayName) has its own key")
        }
        guard !Payload.reservedKeys.contains(key) else {
            throw UsageError(PayloadMessages.reserved(key))
        }
        return key
    }

    private static func bundle(_ typed: TypedOptions) throws(UsageError) -> String? {
        guard let id = try typed.words("simulator") else { return nil }
        guard id.utf8.count <= 155, id.utf8.allSatisfy(isOfBundleID), id.contains(".") else {
            throw UsageError(
                "--simulator takes an app's bundle identifier such as com.example.app, not "
                    + Console.quoted(id))
        }
        return id
    }

    private static func isOfBundleID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func relevance(_ typed: TypedOptions) throws(UsageError) -> Double? {
        guard let score = typed.real("relevance") else { return nil }
        guard (0...1).contains(score) else {
            throw UsageError("--relevance takes a number from 0 to 1")
        }
        return score
    }
}

extension TypedOptions {
    /// Text that goes into a payload, so that it must be some, and UTF-8.
    fileprivate func words(_ name: String) throws(UsageError) -> String? {
        guard let typed = text(name) else { return nil }
        guard let words = String(validating: typed.bytes, as: UTF8.self) else {
            throw UsageError("--\(name) takes text in UTF-8")
        }
        guard !Payload.isBlank(words) else {
            throw UsageError("--\(name) is empty: leave it out, or say something")
        }
        return words
    }
}
