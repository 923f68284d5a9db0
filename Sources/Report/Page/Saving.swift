/// How much smaller an attachment is than its source.
struct Saving: Sendable {
    let before: Int64
    let after: Int64

    init(from before: Int64, to after: Int64) {
        self.before = before
        self.after = after
    }

    /// In bytes; negative where it has become larger.
    var bytes: Int64 {
        let (difference, isOver) = before.subtractingReportingOverflow(after)
        return isOver ? .max : difference
    }

    /// Such as `−92 %`; `same size` where nothing was saved, nor added.
    var text: String {
        guard before > 0, bytes != 0 else { return "same size" }
        let share = (Double(after) / Double(before) - 1) * 100
        guard abs(share) >= 0.5 else { return "less than 1 % \(share < 0 ? "smaller" : "larger")" }
        let percent = Int(min(abs(share).rounded(), 1_000_000))
        return (share < 0 ? "−" : "+") + "\(percent) %"
    }
}
