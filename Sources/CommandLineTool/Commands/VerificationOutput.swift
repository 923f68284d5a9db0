internal import Preparation
internal import Report
internal import Storage

/// How the result of `verify` is printed, and where.
struct VerificationOutput: Sendable {
    enum Format: String, CaseIterable { case text, json, junit, sarif, github }

    static let options: [Option] = [
        .format(Format.allCases),
        .value(
            "output", "o", "FILE", names: .file, help: "Write the result to FILE instead of stdout"),
        .flag("quiet", "q", help: "As text: name only the files that do not comply"),
        .flag("verbose", "v", help: "As text: show what is suppressed or known, too"),
    ]

    private let format: Format
    private let file: BytePath?
    private let detail: VerificationText.Detail

    var isQuiet: Bool { detail == .quiet }

    init(_ typed: TypedOptions) throws(UsageError) {
        try typed.checkDetail()
        format = try typed.choice("format", Format.allCases) ?? .text
        file = typed.text("output").flatMap { $0.isStandardOutput ? nil : $0 }
        detail = typed.has("quiet") ? .quiet : typed.has("verbose") ? .verbose : .usual
    }

    /// Throws `UsageError` where the result would be written over a file that is judged.
    func keepApart(from files: [Source]) throws(UsageError) {
        guard let file, let place = try? file.resolved() else { return }
        let isJudged = files.contains { source in
            if case .file(let path, _) = source.place { path == place } else { false }
        }
        guard !isJudged else {
            throw UsageError(
                "--output must not be one of the files: \(Console.quoted(file.text)) would be lost")
        }
    }

    func write(_ verification: Verification, _ judgement: Judgement) throws {
        if format == .text, !isQuiet {
            for file in verification.files {
                guard let delivery = file.delivery else { continue }
                Console.status(DeliveryText.line(file.file, delivery) + "\n")
            }
        }
        let bytes = try bytes(verification, judgement)
        if let file {
            try Console.write(bytes, toFile: file)
        } else {
            try Console.print(bytes)
        }
    }

    private func bytes(_ verification: Verification, _ judgement: Judgement) throws -> [UInt8] {
        switch format {
        case .text:
            let screen = file == nil ? Screen.standardOutput : Screen.file
            return Array(
                VerificationText(verification: verification, detail: detail, screen: screen)
                    .text.utf8)
        case .json: return try verification.encoded()
        case .junit: return JUnit(verification, judgement).encoded()
        case .sarif: return try SARIF(verification, judgement).encoded()
        case .github: return Array(GitHubAnnotations(verification).text.utf8)
        }
    }
}

extension BytePath {
    /// What other programs, too, take for it in place of a file's name; a file of that name is `./-`.
    var isStandardOutput: Bool { text == "-" }
}
