extension PayloadVendor {
    /// What the payload says of the attachment, beside `aps`.
    func members(
        for media: PayloadMedia, mediaKey: String = Payload.defaultMediaKey
    ) -> [String: JSONValue] {
        var root: JSONValue = [:]
        root.set(
            .string(media.url.text), at: urlPath(for: media.type.kind, mediaKey: mediaKey))
        if let typePath, let name = typeName(of: media.type), wantsType(of: media) {
            root.set(.string(name), at: typePath)
        }
        for (path, value) in thumbnail(of: media) { root.set(value, at: path) }
        return root.object ?? [:]
    }

    /// An app's own extension can tell the type by the address as well as the system can.
    private func wantsType(of media: PayloadMedia) -> Bool {
        self != .generic || AttachmentType(fileExtension: media.url.fileExtension) != media.type
    }

    private func thumbnail(of media: PayloadMedia) -> [([String], JSONValue)] {
        switch self {
        case .generic:
            [
                media.thumbnailClippingRect.map {
                    ([Payload.clippingRectKey], $0.members(["X", "Y", "Width", "Height"]))
                },
                media.thumbnailTime.map { ([Payload.thumbnailTimeKey], .number($0)) },
            ].compactMap(\.self)
        case .airship:
            [
                media.thumbnailClippingRect.map {
                    (
                        Self.airshipOptions + ["crop"],
                        $0.members(["x", "y", "width", "height"])
                    )
                },
                media.thumbnailTime.map { (Self.airshipOptions + ["time"], .number($0)) },
            ].compactMap(\.self)
        default: []
        }
    }

    static let airshipOptions = ["com.urbanairship.media_attachment", "options"]
}

extension ThumbnailClippingRect {
    fileprivate func members(_ names: [String]) -> JSONValue {
        .object(
            Dictionary(
                zip(names, [x, y, width, height].map { JSONValue.number($0) }),
                uniquingKeysWith: { $1 }))
    }
}

extension JSONValue {
    /// Puts a value below keys, one below the other; what is no object there gives way.
    mutating func set(_ value: JSONValue, at path: [String]) {
        guard let key = path.first else {
            self = value
            return
        }
        var members = object ?? [:]
        var below = members[key] ?? .object([:])
        below.set(value, at: Array(path.dropFirst()))
        members[key] = below
        self = .object(members)
    }
}
