internal import AttachmentRules
internal import CodecLink
internal import Preparation

extension Option {
    /// What an output depends on.
    static let preparation: [Option] = [
        .profile,
        .choice(
            "fit", nil, PictureRecipe.Fit.allCases.map(\.rawValue),
            help: "How pictures meet the box (default: inside)"),
        .value(
            "background", nil, "RRGGBB",
            help: "Colour around contained pictures and under what is transparent"),
        .list(
            "allow", nil, "TYPE,...", of: PreparationOptions.allowable.map(\.rawValue),
            help: "Take svg, jxl or jp2, whose loaders libvips does not trust"),
        .animation,
        .flag("repair", help: "Publish what is left of damaged pictures, with a finding"),
        .flag("drop-silence", help: "Leave out a video's sound in which nothing is heard"),
        .value("start", nil, "S", kind: .real, help: "Begin videos and sounds at this second"),
        .value(
            "loudness", nil, "LUFS", kind: .real,
            help: "Bring every sound to this loudness (EBU R128), from -30 to -5"),
    ]
}

extension TypedOptions {
    /// The options that an output depends on.
    func preparation() throws(UsageError) -> PreparationOptions {
        var preparation = PreparationOptions(
            profile: try limitedProfile(),
            fit: try choice("fit", PictureRecipe.Fit.allCases) ?? .inside,
            start: try seconds("start", in: 0...86_400) ?? 0,
            background: try colour("background"), allowed: try allowed(),
            repairs: has("repair"), dropsSilence: has("drop-silence"),
            animation: try animation(), loudness: try loudness())
        preparation.maxOutputBytes = try maxOutputBytes()
        return preparation
    }
}
