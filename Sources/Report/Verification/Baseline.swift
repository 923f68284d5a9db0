internal import FoundationEssentials

/// Findings that were there before: an earlier result of `verify --format json`.
package struct Baseline: Sendable {
    private struct Document: Decodable {
        struct File: Decodable {
            struct Finding: Decodable { let rule: String }

            let path: String
            let findings: [Finding]
        }

        let schema: String
        let files: [File]
    }

    /// By the bytes of the path: another spelling of a letter is another file.
    private let rules: [[UInt8]: Set<String>]

    /// Nil where the bytes are no such result.
    package init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            document.schema == Verification.schema
        else { return nil }
        rules = Dictionary(
            document.files.map { (Array($0.path.utf8), Set($0.findings.map(\.rule))) },
            uniquingKeysWith: { $0.union($1) })
    }

    /// Whether the file broke the rule then, by however much.
    ///
    /// - Parameter path: from the working folder, or an address.
    package func knows(_ rule: String, of path: String) -> Bool {
        rules[Array(path.utf8)]?.contains(rule) ?? false
    }
}
