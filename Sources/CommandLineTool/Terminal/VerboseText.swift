internal import AttachmentRules
internal import CodecLink
internal import Preparation
internal import Report
internal import WorkQueue

/// The lines of `--verbose`: how the run works, and what became of each source as it ends.
enum VerboseText {
    static func start(lanes: Int, _ conditions: CodecConditions, _ cage: Cage) -> String {
        let memory = conditions.maxMemory ?? MemoryPool.usable / Int64(max(1, lanes))
        let parts = [
            "\(lanes) \(lanes == 1 ? "lane" : "lanes")",
            "\(Measure.bytes(memory)) of memory for each",
            "\(words(conditions.patience.deadline)) for a file",
            "\(words(conditions.patience.stall)) without a sign of life",
            "cage \(CageText.description(of: cage))",
        ]
        return parts.joined(separator: ", ")
    }

    /// - Parameter encodes: how many it took to come under the cap; nil where there is no attachment.
    static func line(
        _ asset: Asset, encodes: Int?, _ lap: BatchTimes.Lap?
    ) -> String {
        var parts: [String] = []
        if let attachment = asset.attachment {
            parts.append(asset.action?.rawValue ?? "keep")
            parts.append(
                Symbols.forEnvironment.spelt(Measure.summary(of: attachment, encodes: nil)))
            if let encodes, encodes > 0 {
                parts.append("\(encodes) \(encodes == 1 ? "encode" : "encodes")")
            }
        } else if let reason = asset.reason {
            parts.append("\(reason.code.rawValue): \(Console.quoted(reason.message))")
        }
        if let lap {
            if lap.attempts > 1 { parts.append("\(lap.attempts) attempts") }
            parts.append("in \(Measure.seconds(lap.duration / .seconds(1)))")
        }
        let status = StatusText.painted(asset.status.rawValue, .forStandardError)
        return "\(status)  \(Console.quoted(asset.source)): "
            + parts.joined(separator: ", ")
    }

    private static func words(_ limit: Duration) -> String {
        let seconds = limit / .seconds(1)
        return seconds.rounded() == seconds ? "\(Int(seconds)) s" : Measure.seconds(seconds)
    }
}

/// The words of a source's status, in colour where there is any.
enum StatusText {
    static func painted(_ status: String, _ style: Style) -> String {
        switch status {
        case Asset.Status.prepared.rawValue: style.good(status)
        case Asset.Status.rejected.rawValue, Asset.Status.failed.rawValue: style.error(status)
        default: style.faint(status)
        }
    }
}
