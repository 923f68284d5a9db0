/// What a profile takes, by kind.
extension Profile {
    public var kinds: [AttachmentKind] {
        AttachmentKind.allCases.filter { types(of: $0) != nil }
    }

    /// The types that an attachment of a kind may have; nil where the kind is not taken.
    public func types(of kind: AttachmentKind) -> Limit<[MediaType]>? {
        switch kind {
        case .image: image?.types
        case .animation: animation?.types
        case .video: video?.types
        case .audio: audio?.types
        }
    }

    public func takes(_ type: AttachmentType) -> Bool {
        types(of: type.kind)?.value.contains(type.mediaType) ?? false
    }

    /// The largest attachment of a kind, in bytes; nil where the kind is not taken.
    public func maxBytes(of kind: AttachmentKind) -> Limit<Int64>? {
        switch kind {
        case .image: image?.maxBytes
        case .animation: animation?.maxBytes
        case .video: video?.maxBytes
        case .audio: audio?.maxBytes
        }
    }

    /// The longest attachment of a kind; nil where the kind is not taken, or does not last.
    public func maxSeconds(of kind: AttachmentKind) -> Limit<Double>? {
        switch kind {
        case .image, .animation: nil
        case .video: video?.maxSeconds
        case .audio: audio?.maxSeconds
        }
    }

    /// The longest of all kinds, in seconds.
    public var maxSeconds: Double {
        kinds.compactMap { maxSeconds(of: $0)?.value }.max() ?? 0
    }

    /// What to do instead of handing in a type; nil for types that are taken.
    public func exportAdvice(for type: MediaType) -> String? {
        guard type == .unknown else { return type.exportAdvice }
        let taken = kinds.flatMap { types(of: $0)?.value ?? [] }.map(\.displayName)
        return "export it as \(taken.dropLast().joined(separator: ", ")) or \(taken.last ?? "")"
    }

    /// Whether an animation can be published as a still only.
    public var takesStillsAlone: Bool { animation == nil && video == nil && image != nil }

    /// What is wrong with a kind that is not taken: `a video; the profile ios-sound takes sounds only`.
    public func refusal(of kind: AttachmentKind) -> String? {
        guard !kinds.contains(kind) else { return nil }
        let taken = kinds.map(\.plural).joined(separator: ", ")
        let whose = refusedBy?[kind.rawValue] ?? name
        guard whose == name else {
            return "\(kind.phrase), which the profile \(whose) does not take"
        }
        return "\(kind.phrase); the profile \(name) takes \(taken) only"
    }
}

extension AttachmentKind {
    /// With its article.
    var phrase: String {
        switch self {
        case .image: "an image"
        case .animation: "an animation"
        case .video: "a video"
        case .audio: "a sound"
        }
    }

    var plural: String {
        switch self {
        case .image: "images"
        case .animation: "animations"
        case .video: "videos"
        case .audio: "sounds"
        }
    }
}
