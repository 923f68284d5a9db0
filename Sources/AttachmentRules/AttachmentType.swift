/// A file type that the system takes as an attachment or as a notification's sound, with all its names.
public struct AttachmentType: Sendable, Equatable {
    public let mediaType: MediaType
    public let kind: AttachmentKind
    /// Uniform type identifier, as the attachment option for a type hint wants it.
    public let uti: String
    public let mime: String
    /// Of our own outputs, without the dot.
    public let fileExtension: String
    /// Lower case, without the dot: by any of these the system knows the type.
    public let acceptedExtensions: [String]

    public static let jpeg = AttachmentType(
        mediaType: .jpeg, kind: .image, uti: "public.jpeg", mime: "image/jpeg",
        fileExtension: "jpg", acceptedExtensions: ["jpg", "jpeg"])
    public static let png = AttachmentType(
        mediaType: .png, kind: .image, uti: "public.png", mime: "image/png",
        fileExtension: "png", acceptedExtensions: ["png"])
    /// Every GIF is an animation, even one of a single frame.
    public static let gif = AttachmentType(
        mediaType: .gif, kind: .animation, uti: "com.compuserve.gif", mime: "image/gif",
        fileExtension: "gif", acceptedExtensions: ["gif"])
    public static let mp4 = AttachmentType(
        mediaType: .mp4, kind: .video, uti: "public.mpeg-4", mime: "video/mp4",
        fileExtension: "mp4", acceptedExtensions: ["mp4"])
    public static let m4a = AttachmentType(
        mediaType: .m4a, kind: .audio, uti: "public.mpeg-4-audio", mime: "audio/mp4",
        fileExtension: "m4a", acceptedExtensions: ["m4a"])
    public static let mp3 = AttachmentType(
        mediaType: .mp3, kind: .audio, uti: "public.mp3", mime: "audio/mpeg",
        fileExtension: "mp3", acceptedExtensions: ["mp3"])
    public static let wav = AttachmentType(
        mediaType: .wav, kind: .audio, uti: "com.microsoft.waveform-audio", mime: "audio/wav",
        fileExtension: "wav", acceptedExtensions: ["wav"])
    public static let aiff = AttachmentType(
        mediaType: .aiff, kind: .audio, uti: "public.aiff-audio", mime: "audio/aiff",
        fileExtension: "aiff", acceptedExtensions: ["aiff", "aif"])
    /// A notification's sound; as an attachment it is not taken.
    public static let caf = AttachmentType(
        mediaType: .caf, kind: .audio, uti: "com.apple.coreaudio-format", mime: "audio/x-caf",
        fileExtension: "caf", acceptedExtensions: ["caf"])

    public static let all: [AttachmentType] = [
        .jpeg, .png, .gif, .mp4, .m4a, .mp3, .wav, .aiff, .caf,
    ]

    public init?(_ mediaType: MediaType) {
        guard let type = Self.all.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = type
    }

    /// The type that the system takes a file for, by its name; case does not matter.
    public init?(fileExtension: String) {
        let wanted = fileExtension.lowercased()
        guard let type = Self.all.first(where: { $0.acceptedExtensions.contains(wanted) }) else {
            return nil
        }
        self = type
    }

    /// Whether a file of it is shown although its name has another type's extension.
    ///
    /// Pictures have been seen to be shown under another picture's; nobody tells of other kinds.
    func isShown(asExtension fileExtension: String) -> Bool {
        let named = AttachmentType(fileExtension: fileExtension)?.mediaType
        return mediaType.isPicture && named?.isPicture ?? false
    }

    private init(
        mediaType: MediaType, kind: AttachmentKind, uti: String, mime: String,
        fileExtension: String, acceptedExtensions: [String]
    ) {
        self.mediaType = mediaType
        self.kind = kind
        self.uti = uti
        self.mime = mime
        self.fileExtension = fileExtension
        self.acceptedExtensions = acceptedExtensions
    }
}

extension Facts {
    /// The type of attachment that the bytes are; nil where no profile takes such a type.
    ///
    /// An ISO file with a video is an MP4, one with sound alone an M4A, whatever its brand.
    public var attachmentType: AttachmentType? {
        guard type == .mp4 || type == .m4a else { return AttachmentType(type) }
        guard let clip else { return AttachmentType(type) }
        return clip.video != nil ? .mp4 : .m4a
    }

    /// What it is to someone who looks or listens; nil where it is neither picture nor clip.
    public var kind: AttachmentKind? {
        if type == .gif { return .animation }
        if let picture { return picture.frames > 1 ? .animation : .image }
        if let clip { return clip.video != nil ? .video : .audio }
        if let type = AttachmentType(type) { return type.kind }
        return type.isPicture ? .image : type.usualClipKind
    }
}

extension MediaType {
    /// What a container usually holds; nil where it may well be either.
    fileprivate var usualClipKind: AttachmentKind? {
        switch self {
        case .flac, .caf, .amr, .ac3, .aac: .audio
        case .ogg: nil
        default: isClip ? .video : nil
        }
    }
}
