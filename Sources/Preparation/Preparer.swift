internal import AttachmentRules
internal import CodecLink
internal import Glibc
internal import Storage

/// The straight path of one open file: probe, plan, render, verify.
///
/// What comes out is staged, not published: its name is for whoever knows the whole batch.
struct Preparer<Store: ObjectStore>: Sendable {
    let options: PreparationOptions
    let store: Store

    /// Prepares a source that was opened.
    ///
    /// Throws `CodecFailure` where another attempt may go better, and `StorageError` where the output
    /// folder cannot be written. A bad source is an outcome.
    func prepare(
        _ source: Source, _ input: SourceFile, _ opened: Preparation, in lane: CodecLane,
        _ memory: MemoryGrant, onProgress: @escaping @Sendable (Double) -> Void
    ) async throws -> Preparation {
        var preparation = opened
        do {
            let facts = try await input.facts(
                .plan, seconds: options.secondsToRead, allowed: options.allowed,
                listens: options.listens, in: lane)
            let fileExtension = source.name.fileExtension.text
            preparation.findings = SourceFindings.of(
                facts, fileExtension: fileExtension, profile: options.profile)
            let plan = Planner(options).plan(for: facts, fileExtension: fileExtension)
            preparation.findings = SourceFindings.of(
                facts, plan: plan, among: preparation.findings)
            try await memory.enlarge(to: JobMemory.of(facts))
            let output = try await carryOut(plan, input, facts, in: lane, onProgress)
            preparation.findings += output.findings
            preparation.result = .success(output)
        } catch let reason as Reason {
            preparation.result = .failure(reason)
        } catch let refusal as Refusal {
            preparation.result = .failure(reason(for: refusal))
        } catch let error as StorageError where ["read", "fstat"].contains(error.operation) {
            preparation.result = .failure(
                Reason(.unreadable, "the file cannot be read: \(error.cause)"))
        }
        // What came of it then is no result of the bytes with that digest, neither good nor bad.
        if (try? input.isUnchanged()) != true {
            preparation.sourceSHA256 = nil
            preparation.findings = []
            preparation.result = .failure(
                Reason(
                    .unreadable,
                    "it was written to while it was read; run again when it is complete"))
        }
        return preparation
    }

    /// Tries the plan's steps until one gives an output that passes every rule.
    private func carryOut(
        _ plan: Plan, _ input: SourceFile, _ source: Facts, in lane: CodecLane,
        _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws -> Output {
        if case .refuse(let reason) = plan { throw reason }
        var failure = Reason(.internal, "the plan is empty")
        for step in plan.steps {
            do {
                let output = try await carryOut(step, input, source.type, in: lane, onProgress)
                try compare(output, with: source, step.recipe)
                return output
            } catch let reason as Reason {
                // A picture that is damaged must not become a whole one that shows the damage.
                if reason.code == .corrupt, source.picture != nil, !options.repairs { throw reason }
                failure = reason
            } catch let refusal as Refusal {
                failure = reason(for: refusal)
            }
        }
        throw failure
    }

    private func carryOut(
        _ step: Plan.Step, _ input: SourceFile, _ type: MediaType, in lane: CodecLane,
        _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws -> Output {
        let file = try store.stage()
        var findings: [Finding] = []
        var encodes = 0
        if let recipe = step.recipe {
            let render = Render(type: type, offset: input.sniffed.offset, recipe: recipe)
            // The codec process may go on holding what it writes to, so what is looked at is a copy.
            let made = try MemoryFile()
            let rendering = try await lane.render(
                render, input: input.descriptor, output: made.descriptor, onProgress: onProgress)
            try file.replaceContents(copying: made.descriptor, count: made.size)
            encodes = rendering.encodes
            findings = SourceFindings.of(rendering)
        } else {
            try file.replaceContents(copying: input.descriptor, count: input.size)
        }
        let (facts, attachmentType) = try await verify(
            file, isCopied: step.recipe?.copies ?? true, in: lane)
        return Output(
            file: file, facts: facts, type: attachmentType,
            sha256: try file.digest().hex,
            action: step.action, encodes: encodes, findings: findings)
    }

    /// A GIF made of a GIF lasts as long as it, whatever became of its frames.
    private func compare(
        _ output: Output, with source: Facts, _ recipe: Recipe?
    ) throws(Reason) {
        guard case .animation = recipe, source.type == .gif,
            let before = source.picture?.duration, let after = output.facts.picture?.duration,
            abs(before - after) > Self.durationTolerance
        else { return }
        throw Reason(
            .internal,
            "the output lasts \(after.rounded(to: 2)) s, the source \(before.rounded(to: 2)) s")
    }

    /// Seconds: rounding to hundredths is carried on from frame to frame.
    private static var durationTolerance: Double { 0.05 }

    /// Looks at an output like at any stranger's file, by the rules that hold for our own.
    ///
    /// - Parameter isCopied: media data were taken from the source as they are.
    private func verify(
        _ file: StagedFile, isCopied: Bool, in lane: CodecLane
    ) async throws -> (Facts, AttachmentType) {
        let output = try SourceFile(file.reopened())
        let facts = try await output.facts(.whole, seconds: options.secondsToRead, in: lane)
        guard let type = facts.attachmentType else {
            throw Reason(.internal, "the output is a \(facts.type.displayName)")
        }
        let broken = RuleBook.findings(
            for: facts, fileExtension: type.fileExtension, profile: options.profile, strict: true
        ).first { $0.severity == .error }
        guard let broken else { return (facts, type) }
        // Its damage is the source's.
        if isCopied, broken.rule == RuleID.damaged.rawValue {
            throw Reason(.corrupt, broken.message)
        }
        throw Reason(.internal, "the output breaks \(broken.rule): \(broken.message)")
    }

    /// A refusal as the source's reason; an output lies in memory, up to its limit.
    private func reason(for refusal: Refusal) -> Reason {
        switch refusal.outputError {
        case 0: Reason(refusal.reason, refusal.message)
        case EFBIG:
            Reason(
                .internal, "the codec process wrote more than \(options.maxOutputBytes) bytes of it"
            )
        default: Reason(.memory, "there is no memory for the output")
        }
    }
}

/// What came of a source.
struct Preparation: Sendable {
    /// Nil where the source could not be read.
    var sourceSHA256: String?
    var sourceBytes: Int64
    /// What is worth telling of the source, whether it was prepared or not.
    var findings: [Finding] = []
    var result: Result<Output, Reason> = .failure(Reason(.internal, "nothing was tried"))
}

/// A finished output that has passed every rule and waits to be published.
struct Output: Sendable {
    var file: StagedFile
    var facts: Facts
    var type: AttachmentType
    var sha256: String
    var action: Asset.Action
    /// How many were made to come under the cap; 0 for a copy.
    var encodes: Int
    /// What rendering has to tell of the source.
    var findings: [Finding]

    /// The output as the manifest describes it, under the name that it is published by.
    func attachment(as name: BytePath) -> Attachment {
        Attachment(file: name, facts: facts, type: type, sha256: sha256)
    }
}
