package import AttachmentRules
package import CodecLink
package import Storage

/// Verifies files as attachments, as many at a time as there are lanes.
package struct Verifier: Sendable {
    package let profile: Profile
    package let lanes: [CodecLane]
    package let opener: SourceOpener

    /// One file's verdict.
    package struct Verdict: Sendable {
        package var name: BytePath
        package var type: AttachmentType?
        /// Nil where it could not be read.
        package var facts: Facts?
        package var bytes: Int64
        package var findings: [Finding]

        package var isCompliant: Bool { !findings.contains { $0.severity == .error } }
    }

    package init(
        profile: Profile, lanes: [CodecLane], opener: SourceOpener = SourceOpener()
    ) {
        self.profile = profile
        self.lanes = lanes
        self.opener = opener
    }

    /// A verdict for each file, in their order.
    ///
    /// Throws `CodecFailure.unreachable`.
    package func verify(_ files: [Source]) async throws -> [Verdict] {
        var verdicts: [Int: Verdict] = [:]
        try await withThrowingTaskGroup(of: (index: Int, lane: CodecLane, Verdict).self) { group in
            var waiting = files.enumerated().makeIterator()
            func begin(in lane: CodecLane) {
                guard let (index, file) = waiting.next() else { return }
                group.addTask { (index, lane, try await verify(file, in: lane)) }
            }
            for lane in lanes { begin(in: lane) }
            while let (index, lane, verdict) = try await group.next() {
                verdicts[index] = verdict
                begin(in: lane)
            }
        }
        for lane in lanes { await lane.stop() }
        return files.indices.compactMap { verdicts[$0] }
    }

    private func verify(_ file: Source, in lane: CodecLane) async throws -> Verdict {
        var verdict = Verdict(name: file.name, type: nil, bytes: file.bytes, findings: [])
        do {
            let source = try await opener.open(
                file, maxBytes: profile.safety.maxInputBytes.value)
            let facts = try await facts(of: source, in: lane)
            verdict.type = facts.attachmentType
            verdict.facts = facts
            verdict.findings = RuleBook.findings(
                for: facts, fileExtension: file.name.fileExtension.text, profile: profile)
        } catch let reason as Reason {
            verdict.findings = [damage(reason.message)]
        } catch let refusal as Refusal {
            verdict.findings = [damage(refusal.message)]
        } catch let failure as CodecFailure {
            guard let reason = failure.reason else { throw failure }
            verdict.findings = [damage(reason.message)]
        }
        return verdict
    }

    /// A crash or a hang gets a second attempt in a fresh process.
    private func facts(of source: SourceFile, in lane: CodecLane) async throws -> Facts {
        let seconds = profile.maxSeconds + 1
        await lane.beginAsset()
        do {
            return try await source.facts(.whole, seconds: seconds, in: lane)
        } catch let failure as CodecFailure where failure.isWorthAnotherAttempt {
            await lane.beginAsset()
            return try await source.facts(.whole, seconds: seconds, in: lane)
        }
    }

    private func damage(_ message: String) -> Finding {
        Finding(rule: RuleID.damaged.rawValue, severity: .error, message: message)
    }
}
