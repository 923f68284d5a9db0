internal import AttachmentRules

extension ReasonCode {
    /// What whoever delivered the file can do about it, in one sentence.
    var remedy: String {
        switch self {
        case .unsupported: "Export it as JPEG, PNG, GIF, MP4 or M4A, and prepare it again."
        case .corrupt: "Fetch or export the file again; --repair publishes what can be saved."
        case .empty: "Fetch or export it again."
        case .tooLarge: "Export it smaller or shorter, and prepare it again."
        case .cannotFit: "Shorten it, or make it smaller, and prepare it again."
        case .noMedia: "This is no picture, video or sound: take it out of the folder."
        case .unreadable: "Allow the file to be read, or fetch it again."
        case .timeout: "Prepare it again with less beside it (--jobs 1), or export it smaller."
        case .memory: "Prepare it again with more memory (--max-memory), or export it smaller."
        case .crashed: "Export it anew with another program, and tell us of the file."
        case .interrupted: "Run the same command again: it goes on where it was."
        case .internal: "Run the same command again; if it stays, tell us of the file."
        }
    }
}
