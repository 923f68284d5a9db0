/// The check of a payload file: what APNs, the system and the vendor's extension would make of it.
public struct PayloadCheck {
    private let document: PayloadDocument
    private let categories: Set<String>?
    private let mediaKeys: Set<String>
    private var findings: [Finding] = []
    /// Of one rule: a file can break it at as many places as it has keys.
    private static let maxFindings = 16

    /// Whether a file is meant as a payload: by its name, or since it has an `aps` object where one belongs.
    ///
    public static func isPayload(_ bytes: [UInt8], fileExtension: String) -> Bool {
        if fileExtension.lowercased() == "apns" { return true }
        // With a mistake in it, it is a payload still.
        guard let value = try? JSONValue.parsed(bytes) else { return names(bytes, "\"aps\"") }
        return value["aps"]?.object != nil || value[PayloadDocument.firebasePath]?.object != nil
    }

    private static func names(_ bytes: [UInt8], _ key: String) -> Bool {
        let key = Array(key.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: key) }
    }

    /// The rules that a payload file breaks, in the order of `PayloadRuleID`.
    ///
    /// - Parameters:
    ///   - bytes: of the file; no more of them than `JSONValue.maxBytes` are read.
    ///   - categories: that the app registers; nil where nobody knows.
    ///   - mediaKeys: further keys that the app's own service extension reads.
    public static func findings(
        for bytes: [UInt8], fileExtension: String, categories: Set<String>? = nil,
        mediaKeys: Set<String> = []
    ) -> [Finding] {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue.parsed(bytes)
        } catch {
            return [finding(of: error)]
        }
        guard let root = value.object else {
            return [PayloadRuleID.json.finding("it is \(value.kind), not an object")]
        }
        var check = PayloadCheck(
            PayloadDocument(root), categories: categories, mediaKeys: mediaKeys)
        check.run(bytes)
        return check.findings
    }

    private init(
        _ document: PayloadDocument, categories: Set<String>?, mediaKeys: Set<String>
    ) {
        self.document = document
        self.categories = categories
        self.mediaKeys = mediaKeys
    }

    private mutating func run(_ bytes: [UInt8]) {
        findings += PayloadSize.findings(of: document, fileBytes: bytes.count)
        checkAPS()
        let media = PayloadMediaCheck(document, mediaKeys: mediaKeys)
        for (id, message) in media.offences { add(id, message) }
        for (id, message) in PayloadSpelling.offences(in: document) { add(id, message) }
        sort()
    }

    mutating func add(_ id: PayloadRuleID, _ message: String) {
        guard findings.count(where: { $0.rule == id.rawValue }) < Self.maxFindings else { return }
        findings.append(id.finding(message))
    }

    private mutating func checkAPS() {
        guard let aps = document.aps else {
            let found = document.content["aps"].map { "aps is \($0.kind), not an object" }
            return add(.aps, found ?? "there is no aps object")
        }
        for (id, message) in PayloadAlert.offences(in: aps["alert"]) { add(id, message) }
        switch aps["mutable-content"] {
        case .integer(1): break
        case let value?:
            add(.mutableContent, "aps.mutable-content is \(value.shown), not 1")
        case nil: add(.mutableContent, "there is no mutable-content in aps")
        }
        for (id, message) in PayloadTypes.offences(in: aps) { add(id, message) }
        if let categories, let category = aps["category"]?.string, !categories.contains(category) {
            add(.category, "\(JSONValue.string(category).shown) is not in the list of categories")
        }
    }

    /// By rule; those of one rule stay in the order in which they were found.
    private mutating func sort() {
        let places = Dictionary(
            uniqueKeysWithValues: PayloadRuleID.allCases.enumerated().map {
                ($1.rawValue, $0)
            })
        findings = findings.enumerated().sorted { left, right in
            let (first, second) = (places[left.element.rule], places[right.element.rule])
            return (first ?? 0, left.offset) < (second ?? 0, right.offset)
        }.map(\.element)
    }

    private static func finding(of fault: JSONFault) -> Finding {
        switch fault {
        case .tooLong(let count):
            PayloadRuleID.size.finding(
                "\(count.grouped) bytes, at most \(Payload.maxBytes.grouped) are taken")
        case .encoding: PayloadRuleID.json.finding("it is no UTF-8, or has a byte order mark")
        case .tooDeep:
            PayloadRuleID.json.finding(
                "more than \(JSONValue.maxDepth) arrays and objects inside each other")
        case .tooMany:
            PayloadRuleID.size.finding(
                "more than \(JSONValue.maxMarks.grouped) bytes of brackets, colons and commas alone"
            )
        case .syntax: PayloadRuleID.json.finding("it is no JSON")
        case .repeatedKey:
            PayloadRuleID.json.finding(
                "an object has a key twice, and readers differ in which counts")
        }
    }
}

/// What a payload file says to the device.
struct PayloadDocument {
    /// Where a message of Firebase's HTTP v1 API has the payload.
    static let firebasePath = ["message", "apns", "payload"]

    /// From the payload's top.
    let content: [String: JSONValue]
    var aps: [String: JSONValue]? { content["aps"]?.object }

    /// Takes a payload, or a message that holds one: then with what Firebase adds to it.
    init(_ root: [String: JSONValue]) {
        let message = JSONValue.object(root)
        guard root["aps"] == nil, var content = message[Self.firebasePath]?.object else {
            self.content = root
            return
        }
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
        self.content = content
    }
}

extension JSONValue {
    /// In a message: short, whatever it is.
    var shown: String {
        switch self {
        case .string(let text): text.count > 60 ? "\"\(text.prefix(60))…\"" : "\"\(text)\""
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        default: kind
        }
    }
}
