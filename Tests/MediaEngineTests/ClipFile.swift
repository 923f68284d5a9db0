import CodecLink
import TestSupport

/// What ffprobe reads out of a clip: packets rather than what headers claim.
struct ClipFile {
    struct Packet {
        let isVideo: Bool
        let time: Double
        let duration: Double
        var end: Double { time + duration }
    }

    let probe: TestSupport.Probe
    let video: [Packet]
    let audio: [Packet]
    let path: String

    init(_ path: String) async throws {
        self.path = path
        // Decodes everything and throws if that gives any complaint.
        probe = try await TestSupport.Probe.of(path)
        let packets = try await Self.packets(path)
        video = packets.filter { $0.isVideo }
        audio = packets.filter { !$0.isVideo }
    }

    /// The latest moment of all that the file says or does, in seconds.
    var end: Double {
        let stated = probe.streams.compactMap { $0.duration.flatMap { Double($0) } }
        let played = (video + audio).map(\.end)
        return (stated + played + [probe.seconds ?? 0]).max() ?? 0
    }

    /// The shortest of what the file says and does.
    var shortest: Double {
        let stated = probe.streams.compactMap { $0.duration.flatMap { Double($0) } }
        let played = [video, audio].compactMap { $0.map(\.end).max() }
        return (stated + played + [probe.seconds ?? 0]).min() ?? 0
    }

    private static func packets(_ path: String) async throws -> [Packet] {
        let output = try await Shell.require([
            "ffprobe", "-v", "error", "-show_entries",
            "packet=codec_type,pts_time,duration_time", "-of", "csv=p=0", path,
        ])
        return output.stdout.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(separator: ",")
            guard fields.count >= 3, let time = Double(fields[1]) else { return nil }
            return Packet(
                isVideo: fields[0] == "video", time: time, duration: Double(fields[2]) ?? 0)
        }
    }
}

extension ClipRecipe {
    /// A video recipe of the usual bounds.
    static func video(
        _ video: Track = .encode, audio: Track = .encode, start: Double = 0,
        maxSeconds: Double = 30, maxSide: Int = 1_280, maxBytes: Int64 = 5_000_000,
        loudness: Double? = nil
    ) -> Recipe {
        .clip(
            ClipRecipe(
                container: .mp4, video: video, audio: audio, start: start, maxSeconds: maxSeconds,
                maxSide: maxSide, maxFrameRate: 30, maxBytes: maxBytes, loudness: loudness))
    }

    /// A sound recipe of the usual bounds.
    static func sound(
        _ container: Container, _ track: Track, start: Double = 0, maxSeconds: Double = 30,
        maxBytes: Int64 = 5_000_000, loudness: Double? = nil
    ) -> Recipe {
        .clip(
            ClipRecipe(
                container: container, video: .drop, audio: track, start: start,
                maxSeconds: maxSeconds, maxSide: 1_280, maxFrameRate: 30, maxBytes: maxBytes,
                loudness: loudness))
    }
}
