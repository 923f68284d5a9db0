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

    /// Looks a file over; writes nothing.
    ///
    /// Throws `CodecFailure.unreachable`.
    ///
    /// - Parameter listsFrames: whether the facts list the frames of a GIF.
    package static func of(
        _ path: BytePath, name: BytePath, options: PreparationOptions, listsFrames: Bool = false,
        in lane: CodecLane
    ) async throws -> Inspection {
        var inspection = Inspection(name: name)
        do {
            let file = try SourceFile(path)
            let seconds = options.start + options.profile.video.maxSeconds.value + 1
            await lane.beginAsset()
            let facts = try await file.facts(
                .plan, seconds: seconds, allowed: options.allowed, listsFrames: listsFrames,
                in: lane)
            inspection.facts = facts
            inspection.findings = RuleBook.findings(
                for: facts, fileExtension: name.fileExtension.text, profile: options.profile)
            switch Planner(options).plan(for: facts, fileExtension: name.fileExtension.text) {
            case .refuse(let reason): inspection.reason = reason
            case .keep: inspection.action = .keep
            case .remux: inspection.action = .remux
            case .encode: inspection.action = .encode
            }
        } catch let error as StorageError {
            inspection.reason = Reason(.unreadable, "the file cannot be read: \(error.cause)")
        } catch let refusal as Refusal {
            inspection.reason = Reason(refusal.reason, refusal.message)
        } catch let failure as CodecFailure {
            guard let reason = failure.reason else { throw failure }
            inspection.reason = reason
        }
        return inspection
    }
}
