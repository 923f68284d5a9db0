extension PayloadVendor {
    /// What is wrong with the attachment's type, as far as the vendor's extension goes.
    public enum TypeFault: Sendable, Equatable {
        /// Its list of types has another one in mind.
        case notListed([String])
        /// The downloaded file gets this extension, which is none of the type's.
        case named(String)
    }

    /// The type as the vendor's key wants it; nil where there is no such key, or no such type.
    func typeName(of type: AttachmentType) -> String? {
        switch self {
        case .braze: Self.brazeTypes.contains(brazeName(of: type)) ? brazeName(of: type) : nil
        case .batch: type.mime
        case .clevertap: clevertapName(of: type)
        case .klaviyo, .homeassistant:
            type == .jpeg ? "jpeg" : type.fileExtension
        case .generic: type.uti
        default: nil
        }
    }

    /// Nil where the vendor takes the type.
    public func fault(of type: AttachmentType) -> TypeFault? {
        switch self {
        case .braze where typeName(of: type) == nil: .notListed(Self.brazeTypes)
        case .clevertap:
            clevertapExtension(of: type).flatMap {
                type.acceptedExtensions.contains($0) ? nil : .named($0)
            }
        default: nil
        }
    }

    /// Whether the downloaded file gets its extension by the payload, and not by its address.
    public var passesType: Bool { typePath != nil && self != .generic }

    /// As its REST API lists them.
    static let brazeTypes = ["aif", "gif", "jpg", "m4a", "mp3", "mp4", "png", "wav"]

    private func brazeName(of type: AttachmentType) -> String {
        type == .aiff ? "aif" : type.fileExtension
    }

    private func clevertapName(of type: AttachmentType) -> String {
        type == .gif ? "gif" : type.kind.rawValue
    }

    /// What the extension calls the file that it has downloaded.
    private func clevertapExtension(of type: AttachmentType) -> String? {
        switch clevertapName(of: type) {
        case "image": "jpg"
        case "video": "mp4"
        case "audio": "mp3"
        default: nil
        }
    }
}
