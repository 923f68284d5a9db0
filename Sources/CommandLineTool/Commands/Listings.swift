internal import AttachmentRules
internal import Preparation
internal import Report
internal import Storage

/// The result of `inspect`, and of `prepare --dry-run`.
struct InspectionListing: Encodable {
    struct File: Encodable {
        var file: String
        var facts: Facts?
        var findings: [Finding]
        /// Of a GIF, where they were asked for.
        var frames: [FrameRow]?
        /// How many frames are not among them; nil for none.
        var moreFrames: Int?
        /// Of an animation: what it would be as a video.
        var asMP4: Film?
        var plan: String
        var reason: Reason?

        struct Film: Encodable {
            var bytes: Int64
            /// Of the source's bytes.
            var share: Double
        }

        init(_ inspection: Inspection) {
            file = inspection.name.text
            facts = inspection.facts
            findings = inspection.findings
            plan = inspection.action?.rawValue ?? "refuse"
            reason = inspection.reason
            if let bytes = inspection.filmBytes, let source = facts?.bytes, source > 0 {
                asMP4 = Film(bytes: bytes, share: Double(bytes) / Double(source))
            }
            guard let listed = inspection.facts?.frames else { return }
            facts?.frames = nil
            frames = listed.map(FrameRow.init)
            let more = max(0, facts?.picture?.frames ?? 0) - listed.count
            moreFrames = more > 0 && !listed.isEmpty ? more : nil
        }
    }

    var schema = "pushmedia-inspection/1"
    var files: [File]
    /// Links that would not be followed, and special files; nil where nobody looked for any.
    var skipped: [Skipped]?

    init(_ inspections: [Inspection], skipped: [Skipped]? = nil) {
        files = inspections.map(File.init)
        self.skipped = skipped
    }

    /// - Parameter width: of the terminal that it goes to; nil for none.
    func encoded(_ format: OutputFormat, width: Int?) throws -> [UInt8] {
        switch format {
        case .json: try JSONText.encoded(self)
        case .text:
            Array(
                ((files.flatMap { lines($0, width) }
                    + (skipped ?? []).flatMap { SkippedText.lines($0, width: width) })
                    .joined(separator: "\n") + "\n").utf8)
        }
    }

    private func lines(_ file: File, _ width: Int?) -> [String] {
        func indented(_ text: String) -> [String] {
            Columns.hanging(text, after: "    ", at: 4, indent: 8, width: width)
        }
        var lines = [Console.quoted(file.file)]
        if let facts = file.facts { lines += indented(FactsText.line(facts)) }
        if let film = file.asMP4, let type = file.facts?.type {
            let share = Int((film.share * 100).rounded())
            lines += indented(
                "as MP4: \(film.bytes.grouped) bytes, \(share) % of the \(type.displayName)")
        }
        if let frames = file.frames, !frames.isEmpty {
            let count = frames.count + (file.moreFrames ?? 0)
            lines += FrameTable.lines(frames, count: count).map { "    \($0)" }
        }
        lines += file.findings.map(FindingText.words).flatMap(indented)
        let why = file.reason.map { " (\($0.code.rawValue): \(Console.quoted($0.message)))" } ?? ""
        return lines + indented("plan: \(file.plan)\(why)")
    }
}

/// Files that were passed over, as a line.
enum IgnoredText {
    static func line(_ count: Int) -> String {
        "\(count) ignored: hidden files and what systems leave behind"
    }
}

/// What was left out, as a line.
enum SkippedText {
    static func line(_ skipped: Skipped) -> String {
        "skipped  \(Console.quoted(skipped.source))  \(why(skipped))"
    }

    /// The same on a terminal, where the reason goes on below the name.
    static func lines(_ skipped: Skipped, width: Int?) -> [String] {
        let name = "skipped  \(Console.quoted(skipped.source))  "
        return Columns.hanging(
            why(skipped), after: name, at: Columns.width(of: name), indent: 8, width: width)
    }

    static func why(_ skipped: Skipped) -> String {
        Console.quoted(skipped.words)
    }
}

/// A finding as a line.
enum FindingText {
    static func line(_ finding: Finding) -> String { "    " + words(finding) }

    static func words(_ finding: Finding) -> String {
        let message = Symbols.forEnvironment.spelt(Console.quoted(finding.message))
        return "\(finding.severity.rawValue)  \(finding.rule): \(message)"
    }
}

/// Facts as a line.
enum FactsText {
    static func line(_ facts: Facts) -> String {
        var parts = [facts.type.displayName, Measure.bytes(facts.bytes)]
        if let picture = facts.picture { parts += words(picture) }
        if let clip = facts.clip { parts += words(clip) }
        return Symbols.forEnvironment.spelt(parts.joined(separator: ", "))
    }

    private static func words(_ picture: PictureFacts) -> [String] {
        var words = ["\(picture.width)×\(picture.height)", picture.colour.rawValue]
        if picture.orientation != 1 { words.append("orientation \(picture.orientation)") }
        if picture.frames > 1 { words.append("\(picture.frames) frames") }
        if let duration = picture.duration { words.append(Measure.seconds(duration)) }
        if picture.hasAlpha { words.append("alpha") }
        if picture.hasProfile { words.append("ICC profile") }
        return words + picture.privateMetadata
    }

    private static func words(_ clip: ClipFacts) -> [String] {
        var words = [Measure.seconds(clip.playingTime)]
        if let video = clip.video {
            words.append("\(video.codec) \(video.width)×\(video.height) \(video.pixelFormat)")
            words.append("\((video.frameRate * 100).rounded() / 100) pictures/s")
            if video.rotation != 0 { words.append("rotated \(video.rotation)°") }
        }
        if let audio = clip.audio {
            words.append("\(audio.codec) \(audio.sampleRate) Hz, \(audio.channels) channels")
        }
        if clip.otherStreams > 0 { words.append("\(clip.otherStreams) other streams") }
        return words
    }
}
