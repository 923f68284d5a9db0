package import AttachmentRules
package import CodecLink

/// What is to be done with a source.
package enum Plan: Sendable, Equatable {
    /// Its bytes are an attachment already; `otherwise` is for when they turn out to be damaged.
    case keep(otherwise: Recipe? = nil)
    /// Its picture, video or sound data move into a clean file; `otherwise` is for when they cannot.
    case remux(Recipe, otherwise: Recipe)
    case encode(Recipe)
    case refuse(Reason)

    /// One way to make the output.
    struct Step: Sendable, Equatable {
        /// What the manifest calls it.
        var action: Asset.Action
        /// Nil to copy the bytes.
        var recipe: Recipe?
    }

    /// What to try, in this order, until something succeeds.
    var steps: [Step] {
        switch self {
        case .keep(let otherwise):
            [Step(action: .keep, recipe: nil)]
                + (otherwise.map { [Step(action: .encode, recipe: $0)] } ?? [])
        case .remux(let recipe, let otherwise):
            [Step(action: .remux, recipe: recipe), Step(action: .encode, recipe: otherwise)]
        case .encode(let recipe): [Step(action: .encode, recipe: recipe)]
        case .refuse: []
        }
    }
}

/// Decides what is to be done with a source: a pure function of what it is and what is wanted.
package struct Planner: Sendable {
    package var profile: Profile
    package var fit: PictureRecipe.Fit
    /// Seconds into a video or a sound.
    package var start: Double
    /// 0xRRGGBB; nil for transparency.
    var background: UInt32?
    /// Publish what is left of a damaged source.
    var repairs: Bool
    /// Leave out a video's sound in which nothing is heard.
    var dropsSilence: Bool
    /// What moves is published as this; nil for what is nearest to the source.
    var animation: AnimationKind?
    /// Of every sound, in LUFS; nil leaves it as it is.
    var loudness: Double?

    package init(_ options: PreparationOptions) {
        self.profile = options.profile
        self.fit = options.fit
        self.start = options.start
        self.background = options.background
        self.repairs = options.repairs
        self.dropsSilence = options.dropsSilence
        self.animation = options.animation
        self.loudness = options.loudness
    }

    /// - Parameter fileExtension: of the source's name, for the words of a refusal.
    package func plan(for facts: Facts, fileExtension: String = "") -> Plan {
        if facts.type == .empty { return .refuse(Reason(.empty, "the file has no bytes")) }
        if let kind = facts.kind, let refusal = refusal(of: kind) { return .refuse(refusal) }
        if let rejection = facts.rejection, !(repairs && isRepairable(facts, rejection.code)) {
            return .refuse(Reason(rejection.code, rejection.finding.message))
        }
        if let picture = facts.picture { return plan(for: picture, facts) }
        if let clip = facts.clip { return plan(for: clip, facts) }
        return .refuse(unsupported(facts.type, fileExtension))
    }

    /// Why a kind is not taken; nil where it is.
    func refusal(of kind: AttachmentKind) -> Reason? {
        // An animation becomes a video, or one frame of it is left, where those are taken.
        if kind == .animation, profile.animation == nil,
            profile.video != nil || profile.image != nil
        {
            return nil
        }
        return profile.refusal(of: kind).map { Reason(.unsupported, "it is \($0)") }
    }

    /// Why a type is not taken, and what to do about it.
    func unsupported(_ type: MediaType, _ fileExtension: String = "") -> Reason {
        if type == .unknown, let claimed = ClaimedType.of(fileExtension) {
            return Reason(
                .corrupt, "its name says \(claimed.displayName), but its first bytes are damaged")
        }
        let advice = profile.exportAdvice(for: type).map { "; \($0)" } ?? ""
        return Reason(.unsupported, "\(type.displayName) is not taken\(advice)")
    }

    /// Whether a picture may be left that browsers would show.
    private func isRepairable(_ facts: Facts, _ code: ReasonCode) -> Bool {
        code == .corrupt && facts.picture != nil
    }

    /// Whether the file could be published as it is, by the rules that hold for our own outputs.
    func isPublishable(_ facts: Facts) -> Bool {
        guard let type = facts.attachmentType else { return false }
        let findings = RuleBook.findings(
            for: facts, fileExtension: type.fileExtension, profile: profile, strict: true)
        return !findings.contains { $0.severity == .error }
    }
}
