package import AttachmentRules
package import Storage

/// What was found among the sources and left out, with the reason: a link or a special file.
package struct Skipped: Codable, Sendable, Equatable {
    /// Why; an id is for ever, like a rule's.
    package enum Cause: String, Sendable, CaseIterable {
        case specialFile = "special-file"
        case linkOutside = "link-outside"
        case linkBroken = "link-broken"
        case linkLoop = "link-loop"
        case objectName = "object-name"
    }

    /// Its path inside its SOURCE folder.
    package var source: String
    package var findings: [Finding]

    /// Why, for people.
    package var words: String {
        findings.map { "\($0.rule): \($0.message)" }.joined(separator: "; ")
    }

    init(_ name: BytePath, _ cause: Cause, _ message: String) {
        source = name.text
        findings = [Finding(rule: cause.rawValue, severity: .warning, message: message)]
    }

    /// An object whose key is no file's name.
    package init(key: BytePath) {
        self.init(
            key, .objectName,
            "its key has an empty part, or one of dots, so that no file could be named by it")
    }
}
