internal import AttachmentRules
internal import CodecLink

/// What is worth telling of a source although an attachment came of it, or will.
enum SourceFindings {
    /// The warnings that the source would get as an attachment; what rendering mends for certain, such as its
    /// type or size, is no news.
    static func of(_ facts: Facts, fileExtension: String, profile: Profile) -> [Finding] {
        RuleBook.findings(for: facts, fileExtension: fileExtension, profile: profile).compactMap {
            var finding = $0
            if let rule = RuleID(rawValue: finding.rule), harmless.contains(rule) {
                finding.severity = .warning
            }
            return finding.severity == .warning ? finding : nil
        }
    }

    /// Errors of an attachment that do no harm in a source: the bytes decide whatever the name says, and
    /// rendering mends the rest without losing anything.
    private static let harmless: Set<RuleID> = [
        .fileExtension, .pngChecksum, .declaredSize, .gifNoTrailer, .gifUnknownBlock,
        .gifFrameOutsideCanvas, .gifFrameEmpty, .gifNoColourTable,
    ]

    /// The same findings for what the plan makes of the source: a video neither plays nor weighs like the
    /// animation that it was, and it may be shorter.
    static func of(
        _ facts: Facts, plan: Plan, among findings: [Finding]
    ) -> [Finding] {
        if case .encode(.image) = plan, let frames = facts.picture?.frames, frames > 1 {
            let told = findings.filter { !$0.rule.hasPrefix("gif-") }
            return told + [
                warning(
                    .type,
                    "the profile takes no animation: the first of \(frames) frames was published")
            ]
        }
        guard case .encode(.film(let recipe)) = plan, let picture = facts.picture else {
            return findings
        }
        var findings = findings.filter { finding in
            !ofGIFsAlone.contains { $0.rawValue == finding.rule }
        }
        if let plays = picture.plays, plays > 1 {
            findings.append(
                warning(.gifLoopFinite, "it plays \(plays) times, the video of it once"))
        }
        if let duration = picture.duration, duration > recipe.maxSeconds {
            let (seconds, most) = (duration.rounded(to: 3), recipe.maxSeconds.rounded(to: 3))
            findings.append(warning(.duration, "\(seconds) s; the first \(most) s were published"))
        }
        return findings
    }

    private static let ofGIFsAlone: Set<RuleID> = [
        .gifLoopFinite, .gifDecodedMemory, .gifColourIndex, .gifFirstFramePartial,
    ]

    /// What rendering has to tell of the source.
    static func of(_ rendering: Rendering) -> [Finding] {
        var findings: [Finding] = []
        if rendering.profileIgnored {
            findings.append(
                warning(
                    .colourProfile, "the embedded ICC profile is wrong or corrupt and was ignored"))
        }
        // As `--repair` asks for.
        if let number = rendering.droppedFrame {
            findings.append(
                warning(
                    .damaged,
                    "the source is damaged or cut off; frame \(number), its last, was left out"))
        } else if let seconds = rendering.damagedAt {
            findings.append(
                warning(
                    .damaged,
                    "the source is damaged or cut off after \(seconds.rounded(to: 2)) s; "
                        + "what comes before was published"))
        } else if rendering.repaired {
            findings.append(
                warning(
                    .damaged, "the source is damaged or cut off; what is left of it was published"))
        }
        return findings
    }

    private static func warning(_ rule: RuleID, _ message: String) -> Finding {
        Finding(rule: rule.rawValue, severity: .warning, message: message)
    }
}
