package import AttachmentRules
package import CodecLink
package import Storage

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

    /// One file's verdict.
    package struct Verdict: Sendable {
        package var name: BytePath
        /// Where it lies, or should: with its links resolved, or an address; nil where nobody knows.
        package var path: BytePath?
        package var type: AttachmentType?
        /// By the first bytes; nil where it could not be opened.
        package var sniffed: MediaType?
        /// Nil where it could not be read.
        package var facts: Facts?
        package var bytes: Int64
        /// In hexadecimal; nil where nobody asked for it, or could read the file.
        package var sha256: String?
        /// How long it took to come to it, with the file's way from another machine.
        package var time = Duration.zero
        package var findings: [Finding]
        /// Why nobody could look at it, or not at all of it; nil where everything was seen.
        package var reason: ReasonCode?
        /// Whether all rules were held against it; what was never judged does not comply, whichever rules are
        /// asked for.
        package var isJudged = true

        /// Whether it was looked at no further for a reason that lies here, not in the file.
        package var isGivenUp: Bool {
            switch reason {
            case .timeout, .memory, .crashed, .internal, .unreadable, .tooLarge: true
            default: false
            }
        }

        package var isCompliant: Bool { !findings.contains { $0.severity == .error } }

        package init(
            name: BytePath, path: BytePath? = nil, bytes: Int64 = 0, findings: [Finding] = []
        ) {
            self.name = name
            self.path = path
            self.bytes = bytes
            self.findings = findings
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
        for lane in lanes { await lane.stop() }
        return files.indices.compactMap { verdicts[$0] }
    }

    /// A server that does not answer must not keep others waiting for a lane.
    private func width(of files: [Source]) -> Int {
        let isFetching = files.contains { if case .object = $0.place { true } else { false } }
        return isFetching ? lanes.count + Self.fetchedMeanwhile : lanes.count
    }

    /// As many as browsers fetch at a time from one host.
    private static let fetchedMeanwhile = 6

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
            try await judgeHead(of: file, in: lane, &verdict)
        }
        return verdict
    }

    /// Holds what a file that was not decoded to its end says of itself against the rules.
    private func judgeHead(
        of file: Source, in lane: CodecLane, _ verdict: inout Verdict
    ) async throws {
        await lane.beginAsset()
        guard case .file = file.place,
            let source = try? await opener.open(
                file, maxBytes: profile.safety.maxInputBytes.value),
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

extension Verifier.Verdict {
    fileprivate mutating func note(_ reason: Reason) {
        self.reason = reason.code
        isJudged = false
        let rule = Self.rule(reason.code, isPicture: sniffed?.isPicture ?? false)
        findings = [Finding(rule: rule.rawValue, severity: .error, message: reason.message)]
    }

    /// The rule that a file breaks of which there are no facts.
    private static func rule(_ reason: ReasonCode, isPicture: Bool) -> RuleID {
        switch reason {
        case .unsupported: .type
        case .tooLarge: isPicture ? .pixels : .bytes
        case .noMedia: .noMedia
        case .empty: .empty
        default: .damaged
        }
    }

    /// What to do about one of its findings; nil where the finding's words say it, or nobody knows.
    package func remedy(of finding: Finding, _ profile: Profile) -> String? {
        guard let rule = RuleID(rawValue: finding.rule) else { return nil }
        switch reason {
        case .tooLarge: return RuleID.pixels.remedy
        case .unsupported: return "export it as another kind of file"
        case .unreadable: return "let it be read by whoever runs pushmedia"
        case .timeout where finding.rule == RuleID.damaged.rawValue:
            return "let pushmedia prepare shorten it, or give it more time with --deadline"
        case .memory, .crashed, .internal:
            return "export it again: no decoder came to its end"
        default: return rule == .type ? typeRemedy(profile) : rule.remedy
        }
    }

    private func typeRemedy(_ profile: Profile) -> String? {
        guard let facts, facts.type.exportAdvice == nil, let kind = facts.kind else { return nil }
        if profile.kinds.contains(kind) { return "pushmedia prepare would convert it" }
        guard kind == .animation else { return nil }
        if profile.video != nil { return "pushmedia prepare would make a video of it" }
        return profile.takesStillsAlone ? "pushmedia prepare would publish its first frame" : nil
    }
}
