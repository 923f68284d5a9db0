/// The check of a payload file: what APNs, the system and the vendor's extension would make of it.
public struct PayloadCheck {
    private let document: PayloadDocument
    private let categories: Set<String>?
    private let mediaKeys: Set<String>
    private var findings: [Finding] = []
    /// Of one rule: a file can break it at as many places as it has keys.
    private static let maxFindings = 16

    /// Whether a file is meant as a payload: by its name, by a member `aps`, or as a message to Firebase.
    public static func isPayload(_ bytes: [UInt8], fileExtension: String) -> Bool {
        if fileExtension.lowercased() == "apns" { return true }
        // With a mistake in it, it is a payload still.
        guard let value = try? JSONValue.parsed(bytes) else { return names(bytes) }
        return value["aps"] != nil || PayloadDocument.isForFirebase(value)
    }

    /// Whether the keys of a payload are among the bytes; in UTF-16, zeros are between them.
    private static func names(_ bytes: [UInt8]) -> Bool {
        let text = bytes.filter { $0 != 0 }
        func has(_ key: String) -> Bool {
            let key = Array("\"\(key)\"".utf8)
            return text.indices.contains { text[$0...].starts(with: key) }
        }
        return has("aps") || has("message") && (has("apns") || has("notification"))
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
            return [finding(of: error, in: bytes)]
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
        for (id, message) in document.offences { add(id, message) }
        checkAPS()
        let media = PayloadMediaCheck(document, mediaKeys: mediaKeys)
        for (id, message) in media.offences { add(id, message) }
        for (id, message) in PayloadSpelling.offences(in: document, mediaKeys: mediaKeys) {
            add(id, message)
        }
        sort()
    }

    mutating func add(_ id: PayloadRuleID, _ message: String) {
        guard findings.count(where: { $0.rule == id.rawValue }) < Self.maxFindings else { return }
        findings.append(id.finding(message))
    }

    private mutating func checkAPS() {
        guard let aps = document.aps else {
            let found = document.content["aps"].map {
                "\(document.name("aps")) is \($0.kind), not an object"
            }
            return add(.aps, found ?? "there is no \(document.name("aps")) object")
        }
        for (id, message) in PayloadAlert.offences(in: aps["alert"]) { add(id, message) }
        switch aps["mutable-content"] {
        case .integer(1): break
        case let value?:
            add(.mutableContent, "aps.mutable-content is \(value.shown), not 1")
        case nil:
            add(.mutableContent, "there is no mutable-content in \(document.name("aps"))")
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

    private static func finding(of fault: JSONFault, in bytes: [UInt8]) -> Finding {
        switch fault {
        case .tooLong(let count):
            PayloadRuleID.size.finding(
                "\(count.grouped) bytes, at most \(Payload.maxBytes.grouped) are taken")
        case .encoding:
            PayloadRuleID.json.finding(
                bytes.contains(0)
                    ? "it is UTF-16 or the like, not UTF-8"
                    : bytes.starts(with: JSONValue.byteOrderMark)
                        ? "it begins with a byte order mark" : "it is no UTF-8")
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
