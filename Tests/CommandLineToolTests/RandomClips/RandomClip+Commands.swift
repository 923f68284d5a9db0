import TestSupport

extension RandomClip {
    /// The commands of a shell that make the file.
    var commands: [String] {
        var turning: [String] = []
        if let turn = picture?.turn, !turn.isUpright { turning = [turn.command(file)] }
        return [encoding] + turning
    }

    /// Makes the file in a folder.
    func write(into folder: String) async throws {
        try await Shell.require(["sh", "-c", commands.joined(separator: " && ")], in: folder)
    }

    private var encoding: String {
        var words = ["ffmpeg -nostdin -v error -y"]
        if let picture { words.append(picture.input) }
        if let sound { words.append(sound.input) }
        if picture != nil { words.append("-map 0:v") }
        for _ in 0..<(sound?.tracks ?? 0) { words.append("-map \(picture == nil ? 0 : 1):a") }
        if let picture { words.append(picture.output) }
        if let sound { words.append(sound.output) }
        if hasTags { words.append("-metadata title=secret -metadata location=+52.5+013.4/") }
        words.append(picture?.coding.container ?? "")
        words.append(file)
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension RandomPicture {
    /// Four quarters of known colours; behind them shapes move.
    fileprivate var input: String {
        // Fields come from pictures of their own, at twice the rate.
        let doubled = isInterlaced ? 2 : 1
        let source = "testsrc2=s=\(width)x\(height):r=\(rate.over * doubled)/\(rate.under)"
        var filters = [source] + Self.quarters
        if noise > 0 { filters.append("noise=alls=\(noise):allf=t") }
        if isInterlaced { filters.append("tinterlace=interleave_top") }
        filters.append("trim=end_frame=\(frames)")
        if let filter = timing.filter(of: frames) { filters.append(filter) }
        if aspect.value != 1 { filters.append("setsar=\(aspect.text)") }
        return (delay > 0 ? "-itsoffset \(delay) " : "")
            + "-f lavfi -i '\(filters.joined(separator: ","))'"
    }

    private static let quarters = zip(
        ["x=0:y=0", "x=iw/2:y=0", "x=0:y=ih/2", "x=iw/2:y=ih/2"],
        ["red", "lime", "blue", "yellow"]
    ).map { "drawbox=\($0):w=iw-iw/2:h=ih-ih/2:color=\($1)@0.75:t=fill" }

    fileprivate var output: String {
        let fields = coding.isX264 ? "-x264opts tff=1" : "-top 1"
        return [
            coding.arguments, encoding, "-pix_fmt \(pixels)",
            isInterlaced ? "-flags +ilme+ildct \(fields)" : "",
            coding.keepsTimes ? "-fps_mode vfr" : "", timecode.map { "-timecode \($0)" } ?? "",
        ].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
