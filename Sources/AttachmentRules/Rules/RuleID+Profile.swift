extension RuleID {
    /// Whether a file can break the rule under the profile at all.
    func applies(to profile: Profile) -> Bool {
        switch self {
        case .pixels, .colourProfile:
            profile.image != nil || profile.animation != nil
        case .moovFirst, .fragmented, .streams:
            // Of the types that are taken, these alone have several streams and an index.
            profile.takes(.mp4) || profile.takes(.m4a)
        case .audioCodec: profile.audio.codings == nil || profile.video != nil
        case .audioChannels: profile.audio.maxChannels == nil || profile.video != nil
        default: kind.map(profile.kinds.contains) ?? true
        }
    }
}
