package import AttachmentRules
package import CodecLink
internal import Storage

/// Verifies files as attachments, as many at a time as there are lanes; some more are fetched meanwhile where they
/// lie on other machines.
package struct Verifier: Sendable {
    package let profile: Profile
    package let lanes: [CodecLane]
    package let opener: SourceOpener
    package let payloads: PayloadConditions
    /// `.whole` where somebody wants to know what stands for a file in which nothing moves.
    package let depth: Probe.Depth
    /// Whether the verdicts name the bytes that they are on.
    package let digests: Bool

    /// What payloads among the files are held to.
    package struct PayloadConditions: Sendable {
        /// That the app registers; nil where nobody knows.
        package var categories: Set<String>?
        /// Further keys that the app's own service extension reads.
        package var mediaKeys: Set<String>

        package init(categories: Set<String>? = nil, mediaKeys: Set<String> = []) {
            self.categories = categories
            self.mediaKeys = mediaKeys
        }
    }

    package init(
        profile: Profile, lanes: [CodecLane], opener: SourceOpener = SourceOpener(),
        payloads: PayloadConditions = PayloadConditions(), depth: Probe.Depth = .verdict,
        digests: Bool = false
    ) {
        self.profile = profile
        self.lanes = lanes
        self.opener = opener
        self.payloads = payloads
        self.depth = depth
        self.digests = digests
    }

    /// A verdict for each file, in their order.
    ///
    /// Throws `CodecFailure.unreachable`.
    ///
    /// - Parameter onVerdict: is told after each file how many there are verdicts for.
    package func verify(
        _ files: [Source], onVerdict: (Int) -> Void = { _ in }
    ) async throws -> [Verdict] {
        do {
            let verdicts = try await allVerdicts(on: files, onVerdict)
            for lane in lanes { await lane.stop() }
            return verdicts
        } catch {
            for lane in lanes { await lane.stop() }
            throw error
        }
    }

    private func allVerdicts(
        on files: [Source], _ onVerdict: (Int) -> Void
    ) async throws -> [Verdict] {
        let idle = IdleLanes(lanes)
        var verdicts: [Int: Verdict] = [:]
        try await withThrowingTaskGroup(of: (Int, Verdict).self) { group in
            var waiting = files.enumerated().makeIterator()
            func begin() {
                guard let (index, file) = waiting.next() else { return }
                group.addTask { (index, try await verify(file, idle)) }
            }
            for _ in 0..<width(of: files) { begin() }
            while let (index, verdict) = try await group.next() {
                try Task.checkCancellation()
                verdicts[index] = verdict
                onVerdict(verdicts.count)
                begin()
            }
        }
        return files.indices.compactMap { verdicts[$0] }
    }

    /// A server that does not answer must not keep others waiting for a lane.
    private func width(of files: [Source]) -> Int {
        let isFetching = files.contains { if case .object = $0.place { true } else { false } }
        return isFetching ? lanes.count + Self.fetchedMeanwhile : lanes.count
    }

    /// As many as browsers fetch at a time from one host.
    package static let fetchedMeanwhile = 6

    private func verify(_ file: Source, _ idle: IdleLanes) async throws -> Verdict {
        let began = ContinuousClock.now
        var verdict = Verdict(name: file.name, path: file.place.path, bytes: file.bytes)
        do {
            let source = try await opener.open(
                file, maxBytes: profile.safety.maxInputBytes.value)
            let fetched = ContinuousClock.now
            verdict = try await idle.use { [verdict] lane in
                let waited = fetched.duration(to: .now)
                var verdict = try await judge(source, file, verdict, in: lane)
                verdict.time = began.duration(to: .now) - waited
                return verdict
            }
        } catch let reason as Reason {
            verdict.note(reason)
            verdict.time = began.duration(to: .now)
        }
        return verdict
    }

    private func judge(
        _ source: SourceFile, _ file: Source, _ verdict: Verdict, in lane: CodecLane
    ) async throws -> Verdict {
        var verdict = verdict
        do {
            verdict.sniffed = source.sniffed.type
            verdict.sha256 = digests ? try digest(of: source) : nil
            if let findings = try payloadFindings(of: source, file.name.fileExtension.text) {
                verdict.findings = findings
                return verdict
            }
            let facts = try await facts(of: source, in: lane)
            verdict.type = facts.attachmentType
            verdict.facts = facts
            // Of damaged media there may be nothing to hold rules against.
            verdict.isJudged =
                facts.picture != nil || facts.clip != nil || !facts.type.isTaken
            verdict.findings = RuleBook.findings(
                for: facts, fileExtension: file.name.fileExtension.text, profile: profile)
        } catch let reason as Reason {
            verdict.note(reason)
        } catch let refusal as Refusal {
            verdict.note(Reason(refusal.reason, refusal.message))
        } catch let failure as CodecFailure {
            guard let reason = failure.reason else { throw failure }
            verdict.note(reason)
            await judgeHead(of: source, file, in: lane, &verdict)
        }
        return verdict
    }

    /// Holds what a file that was not decoded to its end says of itself against the rules.
    private func judgeHead(
        of source: SourceFile, _ file: Source, in lane: CodecLane, _ verdict: inout Verdict
    ) async {
        await lane.beginAsset()
        guard case .file = file.place,
            // A file that is this hard on decoders may well do it again: then there is the first finding.
            let facts = try? await source.facts(.plan, seconds: profile.maxSeconds + 1, in: lane)
        else { return }
        verdict.type = facts.attachmentType
        verdict.facts = facts
        verdict.findings += RuleBook.findings(
            for: facts, fileExtension: file.name.fileExtension.text, profile: profile)
    }

    private func digest(of source: SourceFile) throws(Reason) -> String {
        do throws(StorageError) {
            return try source.digest(until: .now + .seconds(Self.mostSecondsOfReading))
        } catch {
            throw Reason(.unreadable, "the file cannot be read: \(error.cause)")
        }
    }

    /// Of the largest file, on a disk that hardly answers.
    private static let mostSecondsOfReading = 600.0

    /// Nil for a file that is no payload.
    ///
    /// Text in JSON is no media, and is read here; by its name, too, since with a mistake it may look like any text.
    private func payloadFindings(
        of source: SourceFile, _ fileExtension: String
    ) throws(Reason) -> [Finding]? {
        guard
            source.sniffed.type == .json || ["apns", "json"].contains(fileExtension.lowercased())
        else {
            return nil
        }
        let bytes: [UInt8]
        do throws(StorageError) {
            bytes = try source.head(JSONValue.maxBytes + 1)
        } catch {
            throw Reason(.unreadable, "the file cannot be read: \(error.cause)")
        }
        guard PayloadCheck.isPayload(bytes, fileExtension: fileExtension) else { return nil }
        return PayloadCheck.findings(
            for: bytes, fileExtension: fileExtension, categories: payloads.categories,
            mediaKeys: payloads.mediaKeys)
    }

    /// A crash or a hang gets a second attempt in a fresh process.
    private func facts(of source: SourceFile, in lane: CodecLane) async throws -> Facts {
        let seconds = profile.maxSeconds + 1
        await lane.beginAsset()
        do {
            return try await source.facts(depth, seconds: seconds, in: lane)
        } catch let failure as CodecFailure where failure.isWorthAnotherAttempt {
            await lane.beginAsset()
            return try await source.facts(depth, seconds: seconds, in: lane)
        }
    }
}
