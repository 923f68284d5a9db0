internal import AttachmentRules
internal import FoundationEssentials
internal import Preparation
internal import Report
internal import Storage
internal import WorkQueue

/// A folder of attachments held against the manifest in it.
struct ManifestCheck: Sendable {
    /// With its links resolved.
    let path: BytePath
    var folder: BytePath { path.parent }
    private let attachments: [String: Attachment]

    /// Nil for a file that is no manifest.
    ///
    /// Throws `UsageError` for one that has the name of a manifest and is none.
    init?(_ argument: BytePath) throws(UsageError) {
        guard argument.fileExtension.text.lowercased() == "json",
            let path = try? argument.resolved()
        else { return nil }
        guard let bytes = try? OpenFile(reading: path).bytes(count: Self.maxBytes),
            let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)),
            manifest.schema == Manifest.schema
        else {
            guard argument.lastComponent.text == Manifest.fileName else { return nil }
            throw UsageError(
                "\(Console.quoted(argument.text)): it is no manifest, or not a whole one: "
                    + "run pushmedia prepare again")
        }
        self.path = path
        attachments = Dictionary(
            manifest.assets.compactMap { $0.attachment.map { ($0.file, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Some 200,000 assets.
    private static let maxBytes = 256_000_000

    /// Whether a file belongs to the manifest and is no attachment.
    func isOwn(_ file: BytePath) -> Bool {
        file == path || file == folder.appending(BytePath(Page.fileName))
    }

    /// Adds what is wrong with the files by the manifest, and what is missing of it.
    func check(_ verdicts: inout [Verifier.Verdict]) async {
        let digester = Digester()
        var missing = attachments
        for index in verdicts.indices {
            guard case .file(let place, _)? = verdicts[index].place,
                let file = place.below(folder)
            else { continue }
            missing[file] = nil
            if let finding = await finding(file, place, verdicts[index], digester) {
                verdicts[index].findings.append(finding)
            }
        }
        verdicts += missing.keys.sorted().map { file in
            Verifier.Verdict(
                name: BytePath(file),
                findings: [
                    ManifestRuleID.missing.finding("the manifest has it, the folder has not")
                ])
        }
    }

    private func finding(
        _ file: String, _ place: BytePath, _ verdict: Verifier.Verdict, _ digester: Digester
    ) async -> Finding? {
        guard let attachment = attachments[file] else {
            return ManifestRuleID.extra.finding("the manifest does not have it")
        }
        guard verdict.bytes == attachment.bytes else {
            return ManifestRuleID.changed.finding(
                "\(verdict.bytes.grouped) bytes, the manifest says \(attachment.bytes.grouped)")
        }
        guard verdict.type == nil || verdict.type?.uti == attachment.type else {
            return ManifestRuleID.changed.finding(
                "it is \(verdict.type?.uti ?? "nothing known"), the manifest says \(attachment.type)"
            )
        }
        let digest = await digester.digest(of: place)
        return digest == attachment.sha256
            ? nil : ManifestRuleID.changed.finding("its SHA-256 is not that of the manifest")
    }
}

/// Reads files to their ends, off the threads that wait for nothing.
private actor Digester {
    private let executor = ThreadExecutor(label: "digests")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// In hexadecimal; nil for a file that cannot be read.
    func digest(of path: BytePath) -> String? {
        try? OpenFile(reading: path).digest().hex
    }
}
