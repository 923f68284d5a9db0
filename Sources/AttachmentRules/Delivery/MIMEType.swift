/// A type as servers name it: `image/jpeg`.
struct MIMEType: Sendable, Equatable {
    /// Lower case, without parameters.
    let text: String

    /// Reads a Content-Type; nil for what is none.
    init?(_ header: String) {
        let text = header.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts.contains("") else { return nil }
        self.text = text
    }

    /// `image`, `audio`, `video` and others.
    var family: Substring { text.prefix { $0 != "/" } }

    /// Whether it stands for any bytes.
    var saysNothing: Bool { ["application/octet-stream", "binary/octet-stream"].contains(text) }

    /// The type of attachment that it names, under whatever name; nil for all others.
    var type: AttachmentType? {
        AttachmentType.all.first { $0.mime == text || Self.otherNames[$0.mediaType]?[text] != nil }
    }

    /// Whether it is a name that is registered for the type, or used by Apple.
    func isProperName(of type: AttachmentType) -> Bool {
        text == type.mime || Self.otherNames[type.mediaType]?[text] == true
    }

    /// What else types are called, and whether that is as good.
    private static let otherNames: [MediaType: [String: Bool]] = [
        .jpeg: ["image/jpg": false, "image/pjpeg": false],
        .png: ["image/x-png": false],
        .m4a: ["audio/x-m4a": true, "audio/m4a": true, "audio/aac": false],
        .mp3: ["audio/mp3": false, "audio/x-mp3": false, "audio/mpeg3": false],
        .wav: ["audio/x-wav": true, "audio/vnd.wave": true, "audio/wave": true],
        .aiff: ["audio/x-aiff": true],
        .caf: ["audio/caf": true],
    ]
}
