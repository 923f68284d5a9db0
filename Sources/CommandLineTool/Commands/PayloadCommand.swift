internal import AttachmentRules
internal import CodecLink
internal import Preparation
internal import Report
internal import Storage

/// `pushmedia payload`: what to send so that a device fetches and shows a prepared attachment.
struct PayloadCommand: Command {
    static let name = "payload"
    static let summary = "Write the APNs payload of an attachment, for an SDK or the simulator."
    static let usage = "payload FILE --url URL --title TEXT"
    static let options: [Option] = payloadOptions + [.profile, .profileFile] + Option.limits

    private let file: BytePath
    private let request: PayloadRequest
    private let profile: Profile
    private let conditions: CodecConditions

    init(_ typed: TypedOptions) throws(UsageError) {
        guard let file = typed.arguments.first, typed.arguments.count == 1 else {
            throw UsageError("name the one file that the payload is for")
        }
        self.file = file
        request = try PayloadRequest(typed)
        profile = try typed.limitedProfile()
        conditions = try typed.conditions()
    }

    func run() async throws -> ExitCode { try await Stoppable.atOnce(payload) }

    private func payload() async throws -> ExitCode {
        if let output = request.output(for: file), let place = try? output.resolved(),
            place == (try? file.resolved())
        {
            throw UsageError("--output must not be FILE itself: it would be lost")
        }
        let access = try StoreAccess.needed(by: [file], connections: 1)
        let source = try await SourceArguments.source(file, access)
        if case .file(_, let status) = source.place, status.kind == .directory {
            throw UsageError("\(name) is a folder: name the one file that the payload is for")
        }
        let verdict = try await verdict(on: source, access)
        guard verdict.isCompliant, let facts = verdict.facts, let type = verdict.type,
            type != .caf
        else {
            refuse(verdict)
            return .findings
        }
        for finding in verdict.findings where finding.severity == .warning {
            warn("\(name): \(finding.rule): \(Console.quoted(finding.message))")
        }
        let thumbnail =
            PayloadThumbnail.listed(for: source) ?? PayloadThumbnail(facts: facts, type: type)
        let media = PayloadMedia(
            url: request.url, type: type, thumbnailClippingRect: thumbnail.clippingRect,
            thumbnailTime: thumbnail.time)
        for line in PayloadMessages.warnings(of: media, for: request.vendor) { warn(line) }
        return try write(request.json(media))
    }

    private var name: String { Console.quoted(file.text) }

    /// As `verify` looks at it, and every picture of it.
    private func verdict(
        on source: Source, _ access: StoreAccess?
    ) async throws -> Verifier.Verdict {
        let lanes = CodecProgram.lanes(1, PreparationOptions(profile: profile), conditions)
        _ = try await CodecProgram.start(lanes, conditions.cage)
        let verifier = Verifier(
            profile: profile, lanes: lanes, opener: access?.opener ?? SourceOpener(),
            depth: .whole)
        guard let verdict = try await verifier.verify([source]).first else {
            preconditionFailure("there is a verdict for each file")
        }
        return verdict
    }

    private func refuse(_ verdict: Verifier.Verdict) {
        guard !verdict.isCompliant || verdict.type == nil else {
            return Console.error("\(name): \(PayloadMessages.soundOfTheApp)")
        }
        Console.error("\(name): \(PayloadMessages.notCompliant(profile))")
        for finding in verdict.findings where finding.severity == .error {
            Console.status(FindingText.line(finding) + "\n")
        }
    }

    /// Writes what passes the check that anyone's payload must pass.
    private func write(_ json: JSONValue) throws -> ExitCode {
        let bytes = try Self.bytes(of: json)
        let findings = PayloadCheck.findings(
            for: bytes, fileExtension: request.simulatorBundle == nil ? "json" : "apns",
            mediaKeys: [request.mediaKey])
        for finding in findings where finding.rule == PayloadRuleID.soundFile.rawValue {
            let message = Console.quoted(finding.message)
            warn("\(name): \(finding.rule): \(message): \(PayloadRuleID.soundFile.remedy)")
        }
        let broken = findings.filter { $0.severity == .error }
        guard broken.isEmpty else {
            Console.error("\(name): \(PayloadMessages.notSendable)")
            for finding in broken { Console.status(FindingText.line(finding) + "\n") }
            return .findings
        }
        let output = request.output(for: file)
        if let output {
            try Console.write(bytes, toFile: output)
        } else {
            try Console.print(bytes)
        }
        if request.simulatorBundle != nil {
            Console.status(PayloadMessages.simulator(output?.text))
        }
        return .success
    }

    /// On lines, for people, unless it could not be sent as it lies then.
    private static func bytes(of json: JSONValue) throws -> [UInt8] {
        let pretty = try json.encoded(pretty: true) + [UInt8(ascii: "\n")]
        return pretty.count <= Payload.maxBytes ? pretty : try json.encoded()
    }

    private func warn(_ line: String) { Console.error("warning: \(line)") }
}
