/// What becomes of the page that people look at.
enum ReportForm: Sendable {
    case none
    /// It refers to the media where they lie.
    case linking
    /// It holds them, so that it can be sent alone.
    case embedding
}

extension Option {
    static let embed = Option.flag(
        "embed",
        help:
            "Put the media into report.html itself, to send it alone: attachments, and sources up to 10 MB"
    )
    static let noReport = Option.flag("no-report", help: "Write no report.html")
}

extension TypedOptions {
    func reportForm() throws(UsageError) -> ReportForm {
        guard has("embed") else { return has("no-report") ? .none : .linking }
        if has("no-report") { throw UsageError("--embed and --no-report exclude each other") }
        return .embedding
    }
}
