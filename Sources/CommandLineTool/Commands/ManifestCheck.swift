internal import AttachmentRules
internal import FoundationEssentials
internal import Preparation
internal import Report
internal import Storage

/// A folder of attachments, on this machine or in a store, held against the manifest in it.
struct ManifestCheck: Sendable {
    /// With its links resolved; of an object, its address.
    let path: BytePath
    var folder: BytePath { path.folderAbove }
    private let attachments: [String: Attachment]

    /// Nil for a file that is no manifest.
    ///
    /// Throws `UsageError` for one that has the name of a manifest and is none.
    init?(_ argument: BytePath, _ access: StoreAccess?) async throws {
        guard argument.fileExtension.text.lowercased() == "json",
            let source = try await SourceArguments.existing(argument, access)
        else { return nil }
        guard let manifest = try await Self.manifest(in: source, access) else {
            guard argument.lastComponent.text == Manifest.fileName else { return nil }
            throw UsageError(
                "\(Console.quoted(argument.text)): it is no manifest, or not a whole one: "
                    + "run pushmedia prepare again")
        }
        path = source.place.path
        attachments = Dictionary(
            manifest.assets.compactMap { $0.attachment.map { ($0.file, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    private static func manifest(
        in source: Source, _ access: StoreAccess?
    ) async throws -> Manifest? {
        let bytes: [UInt8]
        do {
            let file = try await (access?.opener ?? SourceOpener()).open(source, maxBytes: maxBytes)
            bytes = try file.head(Int(maxBytes))
        } catch let reason as Reason {
            throw UsageError("\(Console.quoted(source.name.text)): \(reason.message)")
        }
        let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes))
        return manifest?.schema == Manifest.schema ? manifest : nil
    }

    /// Some 200,000 assets.
    private static let maxBytes: Int64 = 256_000_000

    var namesAttachments: Bool { !attachments.isEmpty }

    /// Whether a file belongs to the manifest and is no attachment.
    func isOwn(_ file: BytePath) -> Bool {
        file == path || file == folder.appending(BytePath(Page.fileName))
    }

    /// Adds what is wrong with the files by the manifest, and what is missing of it.
    ///
    /// The verdicts must tell the digests.
    func check(_ verdicts: inout [Verifier.Verdict]) {
        var missing = attachments
        for index in verdicts.indices {
            guard let file = verdicts[index].path?.below(folder) else { continue }
            missing[file] = nil
            if let finding = finding(file, verdicts[index]) {
                verdicts[index].findings.append(finding)
            }
        }
        verdicts += missing.keys.sorted().map { file in
            Verifier.Verdict(
                name: BytePath(file), path: folder.appending(file),
                findings: [
                    ManifestRuleID.missing.finding("the manifest has it, the folder has not")
                ])
        }
    }

    /// The verdict on a link, or whatever else lies among the attachments and is none.
    func extra(_ skipped: Skipped) -> Verifier.Verdict {
        Verifier.Verdict(
            name: BytePath(skipped.source), path: folder.appending(skipped.source),
            findings: [
                ManifestRuleID.extra.finding("the manifest does not have it, and it is no file")
            ])
    }

    private func finding(_ file: String, _ verdict: Verifier.Verdict) -> Finding? {
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
        // Why it could not be read is told already.
        guard let digest = verdict.sha256 else { return nil }
        return digest == attachment.sha256
            ? nil : ManifestRuleID.changed.finding("its SHA-256 is not that of the manifest")
    }
}
