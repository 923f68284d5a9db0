extension RuleID {
    /// Whether a file can break the rule under the profile at all.
    func applies(to profile: Profile) -> Bool {
        switch self {
        case .pixels, .colourProfile:
            profile.image != nil || profile.animation != nil
        case .moovFirst, .fragmented, .streams:
            // Of the types that are taken, these alone have several streams and an index.
            profile.takes(.mp4) || profile.takes(.m4a)
        case .audioCodec: profile.audio.map { $0.codings == nil } ?? false || profile.video != nil
        case .audioChannels:
            profile.audio.map { $0.maxChannels == nil } ?? false || profile.video != nil
        default: kind.map(profile.kinds.contains) ?? true
        }
    }
}
