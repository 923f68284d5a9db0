internal import FoundationEssentials

/// Findings that were there before: an earlier result of `verify --format json`.
package struct Baseline: Sendable {
    private struct Document: Decodable {
        struct File: Decodable {
            struct Finding: Decodable {
                let rule: String
                let state: Verification.State?
            }

            let path: String
            let findings: [Finding]
        }

        let schema: String
        let profile: String
        let files: [File]
    }

    /// By the bytes of the path: another spelling of a letter is another file.
    private let rules: [[UInt8]: Set<String>]
    /// That it was made with: another one's findings say nothing about this one.
    package let profile: String

    /// Nil where the bytes are no such result.
    package init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            document.schema == Verification.schema
        else { return nil }
        profile = document.profile
        rules = Dictionary(
            document.files.map { (Array($0.path.utf8), Self.rules(of: $0)) },
            uniquingKeysWith: { $0.union($1) })
    }

    /// What was suppressed counts again once the settings do not say so any more.
    private static func rules(of file: Document.File) -> Set<String> {
        Set(file.findings.filter { $0.state != .suppressed }.map(\.rule))
    }

    /// Whether it has anything to say of the file.
    package func holds(_ path: String) -> Bool { rules[Array(path.utf8)] != nil }

    /// Whether the file broke the rule then, by however much.
    ///
    /// - Parameter path: from the working folder, or an address.
    package func knows(_ rule: String, of path: String) -> Bool {
        rules[Array(path.utf8)]?.contains(rule) ?? false
    }
}
