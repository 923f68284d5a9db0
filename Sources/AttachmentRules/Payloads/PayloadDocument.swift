/// What a payload file says to the device.
struct PayloadDocument {
    /// From the payload's top.
    let content: [String: JSONValue]
    /// Of what the payload lies in, where that is a message to Firebase.
    private(set) var offences: [(PayloadRuleID, String)] = []
    /// Where the payload lies; empty where it is all that there is.
    private let place: [String]

    var aps: [String: JSONValue]? { content["aps"]?.object }

    /// Of a key in the payload, as it stands in the file.
    func name(_ key: String) -> String { (place + [key]).joined(separator: ".") }

    /// Takes a payload, or a message that holds one: then with what Firebase adds to it.
    init(_ root: [String: JSONValue]) {
        let value = JSONValue.object(root)
        guard root["aps"] == nil, Self.isForFirebase(value) else {
            content = root
            place = []
            return
        }
        place = Self.firebasePath
        for path in [["message", "notification"], ["message", "apns"], Self.firebasePath] {
            guard let found = value[path], found.object == nil else { continue }
            let name = path.joined(separator: ".")
            offences.append((.types, "\(name) is \(found.kind), not an object"))
        }
        content = Self.sent(value)
    }

    /// Where a message of Firebase's HTTP v1 API has the payload.
    private static let firebasePath = ["message", "apns", "payload"]

    /// What such a message says to whom, or to which platform.
    private static let firebaseKeys: Set<String> = [
        "android", "apns", "condition", "notification", "token", "topic", "webpush",
    ]

    /// Whether it is a message for Firebase's HTTP v1 API.
    static func isForFirebase(_ value: JSONValue) -> Bool {
        guard let message = value["message"]?.object else { return false }
        return !firebaseKeys.isDisjoint(with: message.keys)
    }

    /// The payload that Firebase sends: with the message's own words and picture where it has none.
    private static func sent(_ message: JSONValue) -> [String: JSONValue] {
        var content = message[firebasePath]?.object ?? [:]
        let notification = message[["message", "notification"]]
        if content["fcm_options"] == nil {
            content["fcm_options"] =
                message[["message", "apns", "fcm_options"]]
                ?? notification?["image"].map { .object(["image": $0]) }
        }
        var aps = content["aps"] ?? .object([:])
        if aps["alert"] == nil, let words = notification?.object, aps.object != nil {
            let alert = words.filter { ["title", "body"].contains($0.key) }
            if !alert.isEmpty { aps.set(.object(alert), at: ["alert"]) }
        }
        content["aps"] = aps
        return content
    }
}
