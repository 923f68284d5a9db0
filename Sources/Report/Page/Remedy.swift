internal import AttachmentRules
internal import Preparation

extension Reason {
    /// What whoever delivered the file can do about it, in one sentence; nil where the message says it.
    ///
    /// - Parameter type: the source's by its bytes; nil where nobody can look any more.
    func remedy(for type: MediaType?) -> String? {
        switch code {
        case .unsupported: nil
        case .corrupt: Self.again(mayRepair(type))
        case .empty: "Fetch or export it again."
        case .tooLarge, .cannotFit:
            "Export it \(Self.smaller(type)), and prepare it again."
        case .noMedia:
            self == .beforeStart
                ? "Begin earlier, or leave it out of this run."
                : "Export it again, or take it out of the folder."
        case .unreadable: "Let it be found and read, or fetch it again."
        case .timeout: "Prepare it again with less beside it (--jobs 1), or export it smaller."
        case .memory: "Prepare it again with more memory (--max-memory), or export it smaller."
        case .crashed: "Export it anew with another program, and tell us of the file."
        case .interrupted: "Run the same command again: it goes on where it was."
        case .internal: "Run the same command again; if it stays, tell us of the file."
        }
    }

    /// Of a picture something may be left, of a film only where it was merely cut off.
    private func mayRepair(_ type: MediaType?) -> Bool {
        type?.medium == .picture || self == .cutOff
    }

    private static func again(_ mayRepair: Bool) -> String {
        "Fetch or export the file again"
            + (mayRepair ? "; --repair may publish what is left." : ".")
    }

    private static func smaller(_ type: MediaType?) -> String {
        if type == .gif { return "smaller, or with fewer frames" }
        switch type?.medium {
        case .picture: return "smaller"
        case .sound: return "shorter"
        case .video, nil: return "smaller or shorter"
        }
    }
}
