/// Why there is no attachment: a closed set, as the manifest writes it.
public enum ReasonCode: String, Codable, Sendable, CaseIterable {
    // The source is bad or not taken: `rejected`.
    case unsupported, corrupt, empty
    /// Pixels, frames or bytes beyond what is safe to decode.
    case tooLarge = "too-large"
    /// No allowed setting meets the cap.
    case cannotFit = "cannot-fit"
    case noMedia = "no-media"
    case unreadable

    // Our side: `failed`.
    case timeout, memory, crashed, interrupted, `internal`

    /// Whether the source is to blame.
    public var isRejection: Bool {
        switch self {
        case .unsupported, .corrupt, .empty, .tooLarge, .cannotFit, .noMedia, .unreadable: true
        case .timeout, .memory, .crashed, .interrupted, .internal: false
        }
    }
}
