/// What is sent to a device: an alert, and where its attachment lies.
public struct Payload: Sendable, Equatable {
    /// What the alert says; the system shows none without a word in one of them.
    public var title: String?
    public var subtitle: String?
    public var body: String?
    public var category: String?
    public var threadID: String?
    public var sound: String?
    public var badge: Int?
    public var interruptionLevel: InterruptionLevel?
    /// From 0 to 1.
    public var relevanceScore: Double?
    public var media: PayloadMedia

    /// How much a notification may disturb.
    public enum InterruptionLevel: String, Sendable, CaseIterable {
        case passive, active, critical
        case timeSensitive = "time-sensitive"
    }

    /// What APNs takes of a notification, in bytes.
    public static let maxBytes = 4_096
    public static let defaultMediaKey = "media-url"
    static let clippingRectKey = "media-clipping-rect"
    static let thumbnailTimeKey = "media-thumbnail-time"
    static let typeKey = "media-type"
    /// No media's address can lie under these.
    public static let reservedKeys: Set<String> = [
        "aps", typeKey, clippingRectKey, thumbnailTimeKey, simulatorKey,
    ]
    /// With it, `xcrun simctl push` knows the app by itself.
    static let simulatorKey = "Simulator Target Bundle"

    public init(media: PayloadMedia) {
        self.media = media
    }

    /// As the vendor's service extension reads it.
    ///
    /// - Parameters:
    ///   - mediaKey: of an app's own extension; the others have theirs.
    ///   - simulatorBundle: the app's identifier, for a file that a simulator takes.
    public func json(
        for vendor: PayloadVendor, mediaKey: String = Payload.defaultMediaKey,
        simulatorBundle: String? = nil
    ) -> JSONValue {
        var members = vendor.members(for: media, mediaKey: mediaKey)
        members["aps"] = .object(aps)
        members[Self.simulatorKey] = simulatorBundle.map { .string($0) }
        return .object(members)
    }

    private var aps: [String: JSONValue] {
        let alert = ["title": title, "subtitle": subtitle, "body": body].compactMapValues { text in
            text.map { JSONValue.string($0) }
        }
        let members: [String: JSONValue?] = [
            "alert": .object(alert),
            "mutable-content": .integer(1),
            "category": category.map { .string($0) },
            "thread-id": threadID.map { .string($0) },
            "sound": sound.map { .string($0) },
            "badge": badge.map { .integer(Int64($0)) },
            "interruption-level": interruptionLevel.map { .string($0.rawValue) },
            "relevance-score": relevanceScore.map { .number($0) },
        ]
        return members.compactMapValues(\.self)
    }
}
