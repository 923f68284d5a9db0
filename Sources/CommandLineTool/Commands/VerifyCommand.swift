internal import AttachmentRules
internal import Delivery
internal import Preparation
internal import Report
internal import Storage

/// `pushmedia verify`: a gate for attachments.
struct VerifyCommand: Command {
    static let name = "verify"
    static let summary = "Check files against every rule of a profile; exit 0 only if all comply."
    static let usage = "verify PATH|URL..."
    static let options: [Option] =
        [.profile, .profileFile, .jobs, .follow] + VerdictOptions.options
        + VerificationOutput.options + Option.limits + Option.delivery

    private let paths: [BytePath]
    private let web: WebArguments
    private let delivery: DeliveryOptions
    private let profile: Profile
    private let conditions: CodecConditions
    private let jobs: Int?
    private let followsLinks: Bool
    private let options: VerdictOptions
    private let output: VerificationOutput

    init(_ typed: TypedOptions) throws(UsageError) {
        guard !typed.arguments.isEmpty else {
            throw UsageError("there is nothing to verify: name files, folders or addresses")
        }
        web = WebArguments(typed.arguments)
        paths = web.others
        delivery = try typed.delivery(of: web)
        profile = try typed.limitedProfile()
        conditions = try typed.conditions()
        jobs = try typed.count("jobs", in: 1...256)
        followsLinks = typed.has("follow")
        options = try VerdictOptions(typed, profile)
        output = try VerificationOutput(typed)
    }

    func run() async throws -> ExitCode { try await Stoppable.atOnce(verify) }

    /// What is judged, and what was found beside it.
    private struct Found {
        var files: [Source]
        /// The folders that settings are looked for in.
        var places: [BytePath]
        var manifests: [ManifestCheck]
        var discovery = Discovery(sources: [], skipped: [], ignored: 0)

        /// Beside other places, it is not said of what is left out where it lies.
        var onlyManifest: ManifestCheck? { places.count == 1 ? manifests.first : nil }
    }

    private func verify() async throws -> ExitCode {
        let access = try StoreAccess.needed(
            by: paths,
            connections: CodecProgram.laneCount(jobs: jobs, files: .max)
                + Verifier.fetchedMeanwhile)
        let found = try await find(access)
        try output.keepApart(from: found.files)
        let settings = try await options.settings(for: found.files, in: found.places, access)
        let objects = WebArguments.objects(delivery, access)
        let verdicts = try await verdicts(on: found, objects)
        let judged = options.judged(verdicts, settings).map { withDelivery($0, objects) }
        let verification = Verification(
            judged, skipped: found.onlyManifest == nil ? found.discovery.skipped : [],
            ignored: found.discovery.ignored, profile: profile)
        try output.write(verification, options.judgement)
        return verification.isCompliant ? .success : .findings
    }

    private func find(_ access: StoreAccess?) async throws -> Found {
        var found = Found(files: web.sources, places: [], manifests: [])
        for path in paths {
            let manifest = try await ManifestCheck(path, access)
            found.manifests += [manifest].compactMap(\.self)
            // What a manifest names lies in its folder.
            found.places.append(manifest?.folder ?? path)
        }
        guard found.manifests.isEmpty || !followsLinks else {
            throw UsageError("--follow: a manifest names files, and a link beside them is none")
        }
        if !found.places.isEmpty {
            found.discovery = try await SourceArguments.discover(
                found.places, followsLinks: followsLinks, access)
        }
        found.files =
            found.discovery.sources.filter {
                !isOwn($0, found.discovery, found.manifests) && !options.isOwn($0)
            } + web.sources
        guard !found.files.isEmpty || found.manifests.contains(where: \.namesAttachments) else {
            throw UsageError("there is no file to verify")
        }
        return found
    }

    private func verdicts(
        on found: Found, _ objects: DeliveredObjects
    ) async throws -> [Verifier.Verdict] {
        let lanes = CodecProgram.lanes(
            CodecProgram.laneCount(jobs: jobs, files: found.files.count),
            PreparationOptions(profile: profile), conditions)
        // A codec program that does not run at all must not be taken for a fault of the files.
        _ = try await CodecProgram.start(lanes, conditions.cage)
        let verifier = Verifier(
            profile: profile, lanes: lanes,
            opener: SourceOpener(remote: objects, scratch: StoreAccess.scratch),
            payloads: options.payloads, digests: !found.manifests.isEmpty)
        var verdicts = try await verdicts(of: found.files, by: verifier).map(objects.verdict)
        for manifest in found.manifests { manifest.check(&verdicts) }
        if let manifest = found.onlyManifest {
            verdicts += found.discovery.skipped.map(manifest.extra)
        }
        return verdicts + [options.categoriesVerdict].compactMap(\.self)
    }

    /// The file with how it came, if it is from the web.
    private func withDelivery(
        _ file: Verification.File, _ objects: DeliveredObjects
    ) -> Verification.File {
        var file = file
        file.delivery = objects.facts(of: BytePath(file.file)).map {
            Verification.Delivery($0, bandwidths: delivery.bandwidths)
        }
        return file
    }

    /// Shows how far it is on a terminal, wherever the result goes.
    private func verdicts(
        of files: [Source], by verifier: Verifier
    ) async throws -> [Verifier.Verdict] {
        let progress = ProgressLine(isShown: !output.isQuiet)
        defer { progress.clear() }
        progress.follow(0, of: files.count)
        return try await verifier.verify(files) { progress.follow($0, of: files.count) }
    }

    /// A folder that `prepare` made holds two files of its own besides the attachments and the ledger.
    private func isOwn(
        _ file: Source, _ discovery: Discovery, _ manifests: [ManifestCheck]
    ) -> Bool {
        if manifests.contains(where: { $0.isOwn(file.place.path) }) { return true }
        guard [Manifest.fileName, Page.fileName].contains(file.name.lastComponent.text) else {
            return false
        }
        switch file.place {
        case .file(let path, _):
            let ledger = path.parent.appending(DirectoryStore.ownFolder)
            return (try? FileStatus.of(ledger))?.kind == .directory
        case .object:
            return discovery.outputFolders.contains(file.name.parent)
        }
    }
}
