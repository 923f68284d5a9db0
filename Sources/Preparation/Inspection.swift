package import AttachmentRules
package import CodecLink
package import Storage

/// What a file is, what is wrong with it as an attachment, and what would be done with it.
package struct Inspection: Sendable {
    package var name: BytePath
    /// Nil where the file cannot be read or understood.
    package var facts: Facts?
    package var findings: [Finding] = []
    /// Nil where nothing would be published.
    package var action: Asset.Action?
    package var reason: Reason?
    /// Of an animation: how many bytes it has as an MP4; nil where nobody has made one.
    package var filmBytes: Int64?

    /// Looks a file over; writes nothing.
    ///
    /// Throws `CodecFailure.unreachable`.
    ///
    /// - Parameters:
    ///   - listsFrames: whether the facts list the frames of a GIF.
    ///   - films: whether to make an MP4 of an animation, in memory, for its size.
    package static func of(
        _ source: Source, options: PreparationOptions, listsFrames: Bool = false,
        films: Bool = false, opener: SourceOpener = SourceOpener(), in lane: CodecLane
    ) async throws -> Inspection {
        let name = source.name
        var inspection = Inspection(name: name)
        do {
            let file = try await opener.open(
                source, maxBytes: options.profile.safety.maxInputBytes.value)
            await lane.beginAsset()
            let facts = try await file.facts(
                .plan, seconds: options.secondsToRead, allowed: options.allowed,
                listsFrames: listsFrames, listens: options.listens, in: lane)
            inspection.facts = facts
            inspection.findings = RuleBook.findings(
                for: facts, fileExtension: name.fileExtension.text, profile: options.profile)
            switch Planner(options).plan(for: facts, fileExtension: name.fileExtension.text) {
            case .refuse(let reason): inspection.reason = reason
            case .keep: inspection.action = .keep
            case .remux: inspection.action = .remux
            case .encode: inspection.action = .encode
            }
            if films, inspection.reason == nil {
                inspection.filmBytes = await filmBytes(of: file, facts, options, in: lane)
            }
        } catch let reason as Reason {
            inspection.reason = reason
        } catch let refusal as Refusal {
            inspection.reason = Reason(refusal.reason, refusal.message)
        } catch let failure as CodecFailure {
            guard let reason = failure.reason else { throw failure }
            inspection.reason = reason
        }
        return inspection
    }

    /// Makes the MP4 and forgets it; nil for what does not move, and where it does not come about within
    /// the lane's patience, which is no fault of the file.
    private static func filmBytes(
        of file: SourceFile, _ facts: Facts, _ options: PreparationOptions, in lane: CodecLane
    ) async -> Int64? {
        guard let picture = facts.picture, picture.frames > 1,
            let recipe = Planner(options).filmRecipe, let output = try? MemoryFile()
        else { return nil }
        let render = Render(
            type: facts.type, offset: file.sniffed.offset, recipe: .film(recipe))
        let made = try? await lane.render(
            render, input: file.descriptor, output: output.descriptor)
        return made == nil ? nil : output.size
    }
}
