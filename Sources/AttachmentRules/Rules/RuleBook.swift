/// All rules of a profile, and the check of a file against them.
///
/// The same rules judge a stranger's file, an output before it is published, and what the device
/// has downloaded.
public enum RuleBook {
    /// Every rule, in a fixed order; vendors' advice last.
    public static func rules(for profile: Profile) -> [Rule] {
        RuleID.allCases.flatMap { entries($0, profile) } + profile.advice.map(Rule.init)
    }

    /// The rules that a file breaks as an attachment, in the order of the rule book.
    ///
    /// - Parameters:
    ///   - facts: what the file is; its own findings are passed on.
    ///   - fileExtension: of its name, without the dot; nil or empty where it has none.
    ///   - strict: for PushMedia's own outputs, which also carry no private metadata, and are
    ///     upright and clean to the last byte.
    public static func findings(
        for facts: Facts, fileExtension: String?, profile: Profile, strict: Bool = false
    ) -> [Finding] {
        var inspection = Inspection(facts: facts, profile: profile, isStrict: strict)
        inspection.run(fileExtension: fileExtension ?? "")
        return inspection.ordered
    }

    private static func entries(_ id: RuleID, _ profile: Profile) -> [Rule] {
        switch id {
        case .type:
            AttachmentKind.allCases.map { kind in
                let types = profile.types(of: kind)
                return Rule(id, kind, types.value.map(\.displayName).joined(separator: ", "), types)
            }
        case .bytes:
            AttachmentKind.allCases.map { kind in
                let limit = profile.maxBytes(of: kind)
                return Rule(id, kind, "at most \(limit.value.grouped) bytes", limit)
            }
        case .pixelSize:
            [
                size(id, .image, profile.image), size(id, .animation, profile.animation),
                counted(id, .video, profile.video.maxSide, "pixels on the longest side"),
            ]
        case .duration:
            [
                seconds(id, .video, profile.video.maxSeconds),
                seconds(id, .audio, profile.audio.maxSeconds),
            ]
        case .frameRate:
            [
                Rule(
                    id, .video,
                    "at most \(profile.video.maxFrameRate.value.rounded(to: 2)) pictures a second",
                    profile.video.maxFrameRate)
            ]
        case .pixels: [counted(id, nil, profile.safety.maxPixels, "pixels")]
        case .gifTooManyFrames: [counted(id, .animation, profile.safety.maxFrames, "frames")]
        case .gifDecodedMemory:
            profile.animation.maxDecodedBytes.map {
                [counted(id, .animation, $0, "bytes: canvas × 4 × frames")]
            } ?? []
        case .decodedPixels:
            [counted(id, .animation, profile.safety.maxDecodedPixels, "pixels")]
        default: [Rule(id)]
        }
    }

    private static func size(
        _ id: RuleID, _ kind: AttachmentKind, _ limits: Profile.PictureLimits
    ) -> Rule {
        let (width, height) = (limits.maxWidth.value.grouped, limits.maxHeight.value.grouped)
        return Rule(id, kind, "within \(width)×\(height) pixels", limits.maxWidth)
    }

    private static func seconds(
        _ id: RuleID, _ kind: AttachmentKind, _ limit: Limit<Double>
    ) -> Rule {
        Rule(id, kind, "at most \(limit.value.rounded(to: 3)) s", limit)
    }

    private static func counted<Value: BinaryInteger>(
        _ id: RuleID, _ kind: AttachmentKind?, _ limit: Limit<Value>, _ unit: String
    ) -> Rule {
        Rule(id, kind, "at most \(limit.value.grouped) \(unit)", limit)
    }
}
