package import AttachmentRules

/// What became of one source: a row of the manifest.
package struct Asset: Codable, Sendable, Equatable {
    package enum Status: String, Codable, Sendable {
        case prepared
        /// Bad or unsupported input.
        case rejected
        /// Our side: a crash, time, memory.
        case failed
    }

    package enum Action: String, Codable, Sendable { case keep, remux, encode }

    /// The source's path inside its SOURCE folder.
    package var source: String
    /// Nil where the source could not be read.
    package var sourceSHA256: String?
    package var sourceBytes: Int64
    package var status: Status
    package var action: Action?
    package var attachment: Attachment?
    package var reason: Reason?
    package var findings: [Finding]

    package init(
        source: String, sourceSHA256: String?, sourceBytes: Int64, action: Action,
        attachment: Attachment, findings: [Finding]
    ) {
        self.source = source
        self.sourceSHA256 = sourceSHA256
        self.sourceBytes = sourceBytes
        self.status = .prepared
        self.action = action
        self.attachment = attachment
        self.reason = nil
        self.findings = findings
    }

    package init(
        source: String, sourceSHA256: String?, sourceBytes: Int64, reason: Reason,
        findings: [Finding] = []
    ) {
        self.source = source
        self.sourceSHA256 = sourceSHA256
        self.sourceBytes = sourceBytes
        self.status = reason.code.isRejection ? .rejected : .failed
        self.action = nil
        self.attachment = nil
        self.reason = reason
        self.findings = findings
    }

    /// Writes every field, `null` where there is nothing.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source, forKey: .source)
        try container.encode(sourceSHA256, forKey: .sourceSHA256)
        try container.encode(sourceBytes, forKey: .sourceBytes)
        try container.encode(status, forKey: .status)
        try container.encode(action, forKey: .action)
        try container.encode(attachment, forKey: .attachment)
        try container.encode(reason, forKey: .reason)
        try container.encode(findings, forKey: .findings)
    }
}

/// Why there is no attachment.
package struct Reason: Error, Codable, Sendable, Equatable {
    package var code: ReasonCode
    /// One line, for a person.
    package var message: String

    /// Of a video or a sound that `--repair` would publish as far as it goes.
    package static let cutOff = Reason(
        .corrupt, "the file is cut off: it ends before its own index says")
    package static let beforeStart = Reason(.noMedia, "it ends before --start")

    package init(_ code: ReasonCode, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// A finished output, with what a payload needs.
package struct Attachment: Codable, Sendable, Equatable {
    /// Path inside the output folder.
    package var file: String
    package var kind: AttachmentKind
    /// The UTI for `UNNotificationAttachmentOptionsTypeHintKey`.
    package var type: String
    package var mime: String
    package var bytes: Int64
    package var sha256: String
    /// In pixels; nil for sound.
    package var width: Int?
    package var height: Int?
    /// Pictures; nil for sound.
    package var frames: Int?
    /// In seconds; nil for a still picture.
    package var duration: Double?
    /// In unit coordinates; nil for sound.
    package var thumbnailClippingRect: ThumbnailClippingRect?
    /// A frame number for an animation, seconds for a video; nil otherwise.
    package var thumbnailTime: Double?

    package init(
        file: String, kind: AttachmentKind, type: String, mime: String, bytes: Int64,
        sha256: String, width: Int?, height: Int?, frames: Int?, duration: Double?,
        thumbnailClippingRect: ThumbnailClippingRect?, thumbnailTime: Double?
    ) {
        self.file = file
        self.kind = kind
        self.type = type
        self.mime = mime
        self.bytes = bytes
        self.sha256 = sha256
        self.width = width
        self.height = height
        self.frames = frames
        self.duration = duration
        self.thumbnailClippingRect = thumbnailClippingRect
        self.thumbnailTime = thumbnailTime
    }

    /// Writes every field, `null` where there is nothing.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(kind, forKey: .kind)
        try container.encode(type, forKey: .type)
        try container.encode(mime, forKey: .mime)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(sha256, forKey: .sha256)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(frames, forKey: .frames)
        try container.encode(duration, forKey: .duration)
        try container.encode(thumbnailClippingRect, forKey: .thumbnailClippingRect)
        try container.encode(thumbnailTime, forKey: .thumbnailTime)
    }
}
