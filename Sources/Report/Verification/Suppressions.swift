internal import AttachmentRules
internal import FoundationEssentials
internal import Glibc

/// What a settings file, `.pushmedia.json`, says about the files in its folder and below.
package struct Suppressions: Sendable, Equatable {
    package static let fileName = ".pushmedia.json"
    package static let schema = "pushmedia-settings/1"
    /// Bytes; more than anybody writes by hand.
    package static let maxBytes = 1_000_000

    /// One rule that does not count for some files, and why.
    package struct Entry: Codable, Sendable, Equatable {
        /// An id, or the beginning of several before a star: `gif-*`.
        package let rule: String
        /// A pattern for paths from the folder of the settings: `*` is anything, `?` any character; nil for all.
        package let files: String?
        package let reason: String
    }

    package let entries: [Entry]

    /// Why bytes are no settings; the place is a path such as `ignore[0].reason`.
    package struct Fault: Error, Equatable {
        package let place: String
        package let words: String
    }

    private struct Document: Codable {
        let schema: String
        let ignore: [Entry]
    }

    /// - Parameter known: the ids of all rules: a rule that is misspelt would suppress nothing.
    package init(_ bytes: [UInt8], rules known: Set<String>) throws(Fault) {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        } catch let DecodingError.keyNotFound(key, context) {
            throw Fault(place: (context.codingPath + [key]).place, words: "it is missing")
        } catch let DecodingError.typeMismatch(_, context) {
            throw Fault(place: context.codingPath.place, words: "it is of the wrong type")
        } catch let DecodingError.valueNotFound(_, context) {
            throw Fault(place: context.codingPath.place, words: "it is null")
        } catch {
            throw Fault(place: "", words: "it is no JSON")
        }
        if let place = Self.surplus(bytes) {
            throw Fault(place: place, words: "no such member is known")
        }
        guard document.schema == Self.schema else {
            throw Fault(place: "schema", words: "it should be \"\(Self.schema)\"")
        }
        for (index, entry) in document.ignore.enumerated() {
            let place = "ignore[\(index)]"
            guard known.contains(where: { RuleSelection.names(entry.rule, $0) }) else {
                throw Fault(place: "\(place).rule", words: "there is no rule '\(entry.rule)'")
            }
            guard entry.reason.contains(where: { !$0.isWhitespace }) else {
                throw Fault(place: "\(place).reason", words: "say why")
            }
            guard Self.isBounded(entry.files ?? "") else {
                throw Fault(place: "\(place).files", words: "at most 256 characters and 8 stars")
            }
        }
        entries = document.ignore
    }

    /// Why the rule does not count for the file; nil where it does.
    ///
    /// - Parameter path: from the folder of the settings.
    package func reason(for rule: String, of path: String) -> String? {
        entries.first { entry in
            RuleSelection.names(entry.rule, rule)
                && (entry.files.map { Self.matches($0, path) } ?? true)
        }?.reason
    }

    /// The place of a member that means nothing: one that is misspelt would leave a rule suppressed everywhere.
    private static func surplus(_ bytes: [UInt8]) -> String? {
        guard let root = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            return nil
        }
        let known: Set<String> = ["schema", "ignore"]
        if let key = root.object?.keys.sorted().first(where: { !known.contains($0) }) { return key }
        guard case .array(let entries)? = root["ignore"] else { return nil }
        let members: Set<String> = ["rule", "files", "reason"]
        for (index, entry) in entries.enumerated() {
            let key = entry.object?.keys.sorted().first { !members.contains($0) }
            if let key { return "ignore[\(index)].\(key)" }
        }
        return nil
    }

    /// Stars are tried in every place: with many of them that takes for ever.
    private static func isBounded(_ pattern: String) -> Bool {
        pattern.utf8.count <= 256 && pattern.count(where: { $0 == "*" }) <= 8
    }

    /// Brackets and backslashes mean themselves, as in the names of files.
    private static func matches(_ pattern: String, _ path: String) -> Bool {
        let inner = pattern.hasPrefix("./") ? pattern.dropFirst(2) : pattern[...]
        let plain = inner.replacing("\\", with: "\\\\").replacing("[", with: "\\[")
        return characters.isMatch(String(plain), path)
    }

    private static let characters = Characters()
}

/// Patterns by characters in UTF-8, not by bytes.
///
/// Owns the locale for as long as the program runs; nothing changes it once it is made, so every thread may use it.
@safe
private struct Characters: @unchecked Sendable {
    private let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    func isMatch(_ pattern: String, _ text: String) -> Bool {
        let former = unsafe locale.map { unsafe uselocale($0) }
        defer { _ = unsafe uselocale(former ?? nil) }
        return unsafe fnmatch(pattern, text, 0) == 0
    }
}
