internal import AttachmentRules
internal import Preparation
internal import XML

/// The result of `verify` as JUnit XML: a test case a file, which fails where the file does.
package struct JUnit {
    private let verification: Verification
    private let judgement: Judgement

    package init(_ verification: Verification, _ judgement: Judgement) {
        self.verification = verification
        self.judgement = judgement
    }

    package func encoded() -> [UInt8] {
        let writer = DocumentWriter()
        let name = "pushmedia verify (\(verification.profile))"
        let cases = verification.files.count + verification.skipped.count
        let time = Self.seconds(verification.files.reduce(.zero) { $0 + $1.time })
        writer.element(
            "testsuites",
            [
                "name": name, "tests": "\(cases)",
                "failures": "\(verification.failing)", "errors": "0", "time": time,
            ]
        ) {
            writer.element(
                "testsuite",
                [
                    "name": name, "tests": "\(cases)",
                    "failures": "\(verification.failing)", "errors": "0",
                    "skipped": "\(verification.skipped.count)",
                    "time": time,
                ]
            ) {
                for file in verification.files { write(file, to: writer) }
                for skipped in verification.skipped { write(skipped, to: writer) }
            }
        }
        return writer.finish()
    }

    private func write(_ file: Verification.File, to writer: DocumentWriter) {
        let name = verification.shownName(of: file)
        let folder = name.prefix(upTo: name.lastIndex(of: "/") ?? name.startIndex)
        writer.element(
            "testcase",
            [
                "classname": folder.isEmpty ? "." : String(folder), "name": name,
                "time": Self.seconds(file.time),
            ]
        ) {
            let failures = file.findings.filter(judgement.fails)
            // Some readers take one failure of a test case alone.
            if let first = failures.first {
                writer.element("failure", ["type": first.rule, "message": first.words]) {
                    writer.text(failures.map(Self.line).joined(separator: "\n"))
                }
            }
            let others = file.findings.filter { !judgement.fails($0) }
            if !others.isEmpty {
                writer.element("system-out") {
                    writer.text(others.map(Self.line).joined(separator: "\n"))
                }
            }
        }
    }

    /// Nobody looked at it, and a reader of the result should know.
    private func write(_ skipped: Skipped, to writer: DocumentWriter) {
        writer.element("testcase", ["classname": ".", "name": skipped.source, "time": "0"]) {
            writer.element("skipped", ["message": skipped.words]) {}
        }
    }

    /// As the schema has it: a decimal number.
    private static func seconds(_ time: Duration) -> String {
        let milliseconds =
            time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        let fraction = "\(1000 + milliseconds % 1000)".dropFirst()
        return "\(milliseconds / 1000).\(fraction)"
    }

    private static func line(_ finding: Verification.Finding) -> String {
        let state = finding.state.map {
            " (\($0.rawValue)\(finding.reason.map { ": \($0)" } ?? ""))"
        }
        let fix = finding.fix.map { "; \($0)" } ?? ""
        let origin = finding.origin.map { " (\($0))" } ?? ""
        return
            "\(finding.severity.rawValue) \(finding.rule): \(finding.words)\(fix)\(origin)\(state ?? "")"
    }
}
