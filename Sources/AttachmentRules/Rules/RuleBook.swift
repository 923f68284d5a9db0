/// All rules of a profile, and the check of a file against them.
///
/// The same rules judge a stranger's file, an output before it is published, and what the device
/// has downloaded.
public enum RuleBook {
    /// Every rule that a file can break under the profile, in a fixed order; vendors' advice last.
    public static func rules(for profile: Profile) -> [Rule] {
        let rules =
            RuleID.allCases.filter { $0.applies(to: profile) }.flatMap { entries($0, profile) }
            + profile.advice.map(Rule.init)
        guard profile.parts.count < 2 else { return rules }
        return rules.map { rule in
            var rule = rule
            rule.profile = nil
            return rule
        }
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
                profile.types(of: kind).map { Rule(id, kind, names($0.value), $0) }
                    ?? Rule(refusalOf: kind, by: profile)
            }
        case .bytes:
            profile.kinds.compactMap { kind in
                profile.maxBytes(of: kind).map { counted(id, kind, $0, "bytes") }
            }
        case .pixelSize:
            [
                profile.image.map { size(id, .image, $0) },
                profile.animation.map { size(id, .animation, $0) },
                profile.video.map {
                    counted(id, .video, $0.maxSide, "pixels on the longest side")
                },
            ].compactMap(\.self)
        case .duration:
            profile.kinds.compactMap { kind in
                profile.maxSeconds(of: kind).map { seconds(id, kind, $0) }
            }
        case .frameRate:
            profile.video.map {
                let most = $0.maxFrameRate.value.rounded(to: 2)
                return [Rule(id, .video, "at most \(most) pictures a second", $0.maxFrameRate)]
            } ?? []
        case .pixels: [counted(id, nil, profile.safety.maxPixels, "pixels")]
        case .gifTooManyFrames: [counted(id, .animation, profile.safety.maxFrames, "frames")]
        case .gifDecodedMemory:
            profile.animation?.maxDecodedBytes.map {
                [counted(id, .animation, $0, "bytes: canvas × 4 × frames")]
            } ?? []
        case .decodedPixels:
            [counted(id, .animation, profile.safety.maxDecodedPixels, "pixels")]
        case .soundDuration:
            profile.audio?.belowSeconds.map {
                [Rule(id, .audio, "less than \($0.value.rounded(to: 3)) s", $0)]
            } ?? []
        case .soundCodec:
            profile.audio?.codings.map {
                let names = $0.value.map(\.displayName).joined(separator: ", ")
                return [Rule(id, .audio, names, $0)]
            } ?? []
        case .soundChannels:
            profile.audio?.maxChannels.map { [counted(id, .audio, $0, "channels")] } ?? []
        default: [Rule(id, documentation: profile.documentation)]
        }
    }

    private static func names(_ types: [MediaType]) -> String {
        types.map(\.displayName).joined(separator: ", ")
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
