internal import AttachmentRules
internal import Delivery
internal import Preparation
internal import Report
internal import Storage

/// What counts of the findings of `verify`, as it was asked for.
struct VerdictOptions: Sendable {
    static let options: [Option] = [
        .list(
            "select", nil, "RULE,...", of: rules,
            help: "Look for these rules alone; gif-* is all of GIFs"),
        .list("ignore", nil, "RULE,...", of: rules, help: "Do not look for these rules"),
        .flag("strict", help: "Warnings count, too"),
        .value(
            "baseline", nil, "FILE", names: .file,
            help: "Findings of an earlier --format json do not count"),
        .flag("no-settings", help: "Pay no heed to \(Suppressions.fileName) in folders"),
        .value(
            "categories", nil, "FILE", names: .file,
            help: "The categories that the app registers, in JSON: payloads may name no other"),
        .value(
            "media-key", nil, "KEY,...",
            help: "Where the app's own extension looks for an address in payloads, too"),
    ]

    /// What a shell may offer; a profile may be without some, and patterns are taken, too.
    private static let rules =
        RuleID.allCases.map(\.rawValue) + DeliveryRuleID.allCases.map(\.rawValue)
        + PayloadRuleID.allCases.map(\.rawValue) + ManifestRuleID.allCases.map(\.rawValue)

    let judgement: Judgement
    let payloads: Verifier.PayloadConditions
    /// On the list of categories itself; nil where there is none.
    let categoriesVerdict: Verifier.Verdict?
    private let readsSettings: Bool
    /// What the options name is not judged, wherever it lies.
    private let ownFiles: [BytePath]

    init(_ typed: TypedOptions, _ profile: Profile) throws(UsageError) {
        let catalogue = RuleCatalogue(for: profile)
        judgement = Judgement(
            profile: profile, catalogue: catalogue, selection: try Self.selection(typed, catalogue),
            baseline: try Self.baseline(typed, profile), isStrict: typed.has("strict"))
        readsSettings = !typed.has("no-settings")
        ownFiles = ["baseline", "categories", "profile-file"].compactMap {
            try? typed.text($0)?.resolved()
        }
        guard let file = typed.text("categories") else {
            payloads = Verifier.PayloadConditions(mediaKeys: try typed.payloadKeys())
            categoriesVerdict = nil
            return
        }
        let list = try CategoryList(in: file)
        payloads = Verifier.PayloadConditions(
            categories: list.identifiers, mediaKeys: try typed.payloadKeys())
        // A list without a fault is no file that was verified.
        categoriesVerdict =
            list.findings.isEmpty ? nil : Verifier.Verdict(name: file, findings: list.findings)
    }

    /// Whether an option names the file, such as the baseline.
    func isOwn(_ file: Source) -> Bool { ownFiles.contains(file.place.path) }

    /// The settings of the folders in which files lie, read before anything else is done.
    ///
    /// Throws `UsageError` for settings that are none.
    func settings(
        for files: [Source], in places: [BytePath], _ access: StoreAccess?
    ) async throws -> SettingsFiles {
        var settings = SettingsFiles(
            places, knownRules: RuleCatalogue.everyID.union(judgement.catalogue.ids))
        guard readsSettings else { return settings }
        for file in files {
            try await settings.read(above: file.place.path, access)
        }
        return settings
    }

    /// What is said of each file.
    func judged(
        _ verdicts: [Verifier.Verdict], _ settings: SettingsFiles
    ) -> [Verification.File] {
        let workingFolder = try? BytePath(".").resolved()
        var files: [Verification.File] = []
        for verdict in verdicts {
            var layers: [SettingsFiles.Layer] = []
            var path = verdict.name.text
            if let place = verdict.path {
                layers = settings.layers(above: place)
                // The name of what lies on the web has no password in it.
                if !DeliveredObjects.isAddress(place.text) {
                    path = workingFolder.flatMap { place.below($0) } ?? place.text
                }
            }
            files.append(
                judgement.file(verdict, path: path) { rule in
                    layers.lazy.compactMap { $0.suppressions.reason(for: rule, of: $0.path) }.first
                })
        }
        if let baseline = judgement.baseline, !files.contains(where: { baseline.holds($0.path) }) {
            Console.error(
                "warning: --baseline knows none of these files: "
                    + "run it in the folder where it was made")
        }
        return files
    }

    private static func selection(
        _ typed: TypedOptions, _ catalogue: RuleCatalogue
    ) throws(UsageError) -> RuleSelection {
        func names(_ option: String) -> [String] {
            (typed.text(option)?.text ?? "").split(separator: ",").map(String.init)
        }
        do {
            return try RuleSelection(
                select: names("select"), ignore: names("ignore"), among: catalogue.ids,
                elsewhere: RuleCatalogue.everyID)
        } catch {
            throw UsageError(
                "there is no rule \(Console.quoted(error.name)); pushmedia rules lists them",
                suggestion: Suggestion.line(for: error.name, among: catalogue.ids.sorted()))
        }
    }

    private static func baseline(
        _ typed: TypedOptions, _ profile: Profile
    ) throws(UsageError) -> Baseline? {
        guard let file = typed.text("baseline") else { return nil }
        // A million files without findings.
        let bytes = try OptionFile.bytes(of: file, option: "baseline", limit: 256_000_000)
        guard let baseline = Baseline(bytes) else {
            throw UsageError(
                "--baseline: \(Console.quoted(file.text)) is no result of verify --format json")
        }
        guard baseline.profile == profile.name else {
            throw UsageError(
                "--baseline: \(Console.quoted(file.text)) was made with profile "
                    + "\(Console.quoted(baseline.profile)), not \(profile.name)")
        }
        return baseline
    }
}
