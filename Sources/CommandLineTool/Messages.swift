internal import AttachmentRules
internal import Cluster
internal import CodecLink
internal import Delivery
internal import Ledger
internal import Metrics
internal import Preparation
internal import S3
internal import Storage

/// The words for everything that goes wrong with a run as a whole: one line each, with what to do about it.
enum Messages {
    static let noCommand = "a command is missing; see pushmedia --help"

    static func unknownCommand(_ name: String) -> String {
        let known = Tool.commands.map { $0.name }
        let problem = "there is no command \(Console.quoted(name))"
        // So spelt elsewhere.
        if ["-v", "-V"].contains(name) { return "\(problem): did you mean --version?" }
        if let suggestion = Suggestion.line(for: name, among: known + ["--help", "--version"]) {
            return "\(problem): \(suggestion)"
        }
        return "\(problem); there is: \(known.joined(separator: ", "))"
    }

    static func usage(_ error: UsageError, of command: String) -> String {
        let message = "\(command): \(error.message)"
        return error.suggestion.map { "\(message): \($0)" }
            ?? "\(message); see pushmedia help \(command)"
    }

    /// The arguments name no batch.
    static func usageError(for fault: Discovery.Fault) -> UsageError {
        switch fault {
        case .missing(let path):
            UsageError(
                path.text.contains("://")
                    ? "\(quoted(path)): of addresses, s3:// and, for verify, https:// are taken"
                    : "\(quoted(path)): there is no such file or folder")
        case .unreadable(let path): UsageError("\(quoted(path)): it cannot be read")
        case .outputInside(let path):
            UsageError("--out must lie outside the sources, but it is in \(quoted(path))")
        case .sourceInside(let path):
            UsageError(
                "--out must not hold the sources, but \(quoted(path)) lies in it and could be replaced"
            )
        case .noSources(let skipped):
            UsageError(
                "there are no sources in what was named"
                    + (skipped.first.map { " (\(SkippedText.line($0)))" } ?? ""))
        }
    }

    static func usageError(for fault: S3Discovery.Fault) -> UsageError {
        switch fault {
        case .missing(let address):
            UsageError(
                "\(Console.quoted(address.text)): there is no such object, and none below it")
        case .outputInside(let address):
            UsageError(
                "--out must lie outside the sources, but it is in \(Console.quoted(address.text))")
        case .sourceInside(let address):
            UsageError(
                "--out must not hold the sources, but \(Console.quoted(address.text)) lies in it "
                    + "and could be replaced")
        }
    }

    /// There is no such profile, or it is none.
    static func fault(_ error: ProfileError, of subject: String) -> String {
        switch error {
        case .unknown(let name):
            "there is no profile \(name.isEmpty ? "without a name" : Console.quoted(name)); there is: "
                + Profile.names.joined(separator: ", ")
        case .unknownBase(let name):
            "\(subject): extends: there is no profile \(Console.quoted(name)); there is: "
                + Profile.names.joined(separator: ", ")
        case .noJSON: "\(subject): it is no JSON"
        case .invalid(let place, let fault):
            "\(subject): \(place.isEmpty ? "" : "\(Console.quoted(place)): ")\(Console.quoted(fault))"
        case .nothingInCommon(let names):
            "\(subject): no kind of attachment is taken by both "
                + names.joined(separator: " and ")
        }
    }

    /// The run could not go on.
    static func failure(_ error: any Error) -> String {
        switch error {
        case let error as StorageError: storage(error)
        case let error as LedgerError: ledger(error)
        case let failure as CodecFailure: codec(failure)
        case let cage as CageIncomplete:
            "\(lack(cage)); --cage best goes on without"
        case let error as S3Error: "\(Console.quoted(error.subject)): \(error.cause)"
        case let error as ClusterError: ClusterMessages.failure(error)
        case let error as MetricsError:
            "\(Console.quoted(error.address)): it cannot be listened on: \(error.cause)"
        case DeliveryError.certificates(let cause):
            "the certificates to trust cannot be read: \(Console.quoted(cause)); "
                + "\(TrustedCertificates.variables.joined(separator: " or ")) names others"
        case let reason as Reason: Console.quoted(reason.message)
        case let refusal as Refusal: "the codec program cannot work: \(refusal.message)"
        default: "\(error)"
        }
    }

    static func warning(_ cage: CageIncomplete) -> String {
        "\(lack(cage)); media are decoded without it"
    }

    private static func lack(_ cage: CageIncomplete) -> String {
        "this machine lacks \(cage.missing.joined(separator: " and ")), a part of the cage"
    }

    private static func storage(_ error: StorageError) -> String {
        let place = quoted(error.path)
        return switch error.kind {
        case .outOfSpace:
            "\(place): no space left; make room and run again, what is finished is kept"
        case .notWritable: "\(place): not writable: \(error.cause)"
        case .system: "\(place): cannot \(error.operation): \(error.cause)"
        }
    }

    private static func ledger(_ error: LedgerError) -> String {
        switch error.kind {
        case .locked:
            "another run works in this output folder; wait for it, or choose another --out"
        case .busy:
            "another program has locked the output folder's ledger; end it and run again"
        case .newerVersion:
            "the output folder's ledger is from a newer pushmedia; use that, or another --out"
        case .corrupt:
            "the output folder's ledger is damaged; remove .pushmedia in it and run again"
        case .outOfSpace: "no space left for the ledger; make room and run again"
        case .unavailable: "the ledger cannot be used: \(error.description)"
        }
    }

    private static func codec(_ failure: CodecFailure) -> String {
        switch failure {
        case .unreachable:
            "the codec program \(CodecProgram.path()) cannot be started; it belongs beside pushmedia"
        default:
            "the codec program \(CodecProgram.path()) ends before it answers; pushmedia doctor shows more"
        }
    }

    private static func quoted(_ path: BytePath) -> String { Console.quoted(path.text) }
}
