internal import FoundationEssentials

/// Findings that were there before: an earlier result of `verify --format json`.
package struct Baseline: Sendable {
    private struct Document: Decodable {
        struct File: Decodable {
            struct Finding: Decodable { let rule: String }

            let file: String
            let findings: [Finding]
        }

        let schema: String
        let files: [File]
    }

    private let rules: [String: Set<String>]

    /// Nil where the bytes are no such result.
    package init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            document.schema == Verification.schema
        else { return nil }
        rules = Dictionary(
            document.files.map { ($0.file, Set($0.findings.map(\.rule))) },
            uniquingKeysWith: { $0.union($1) })
    }

    /// Whether the file broke the rule then, by however much.
    package func knows(_ rule: String, of file: String) -> Bool {
        rules[file]?.contains(rule) ?? false
    }
}
