import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Sound beside pictures: a flash and a beep that belong together stay together.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct SyncTests {
    struct Clip: CustomTestStringConvertible, Sendable {
        let name: String
        let type: MediaType
        let codecs: [String]
        var video = ClipRecipe.Track.encode
        var audio = ClipRecipe.Track.encode
        var testDescription: String { "\(name), picture \(video), sound \(audio)" }
    }

    private static let h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2"]

    static let clips = [
        Clip(
            name: "a.mp4", type: .mp4, codecs: h264 + ["-c:a", "aac"], video: .copy, audio: .copy),
        Clip(name: "a.mov", type: .mov, codecs: h264 + ["-c:a", "aac"], video: .copy),
        Clip(
            name: "a.mkv", type: .matroska, codecs: h264 + ["-c:a", "aac"], video: .copy,
            audio: .copy),
        Clip(name: "b.mov", type: .mov, codecs: ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]),
        Clip(name: "a.ts", type: .mpegTS, codecs: h264 + ["-c:a", "mp2"]),
        Clip(name: "b.mkv", type: .matroska, codecs: ["-c:v", "mpeg4", "-c:a", "ac3"]),
        Clip(name: "c.mkv", type: .matroska, codecs: ["-c:v", "mpeg4", "-c:a", "libvorbis"]),
        Clip(name: "c.mp4", type: .mp4, codecs: ["-c:v", "mpeg4", "-c:a", "libopus"]),
    ]

    /// Flashes and beeps of 0.12 s each second; the sound begins so much later than the picture.
    private func make(_ clip: Clip, soundAt offset: Double) async throws -> String {
        let isOn = "gte(T,0.5)*lt(mod(T,1),0.119)"
        let heard = "gte(t+\(offset),0.5)*lt(mod(t+\(offset),1),0.119)"
        try await Media.ffmpeg(
            [
                "-f", "lavfi", "-i",
                "color=black:s=64x48:r=25:d=4,geq=lum='16+219*\(isOn)':cb=128:cr=128",
                "-itsoffset", "\(offset)", "-f", "lavfi", "-i",
                "aevalsrc='0.5*sin(2000*PI*t)*\(heard)':s=48000:d=4",
            ] + clip.codecs + [clip.name])
        return TemporaryDirectory.current + "/" + clip.name
    }

    /// When each flash begins.
    private func flashes(_ path: String) async throws -> [Double] {
        let output = try await Shell.require([
            "ffprobe", "-v", "error", "-f", "lavfi", "-show_entries",
            "frame=pts_time:frame_tags=lavfi.signalstats.YAVG", "-of", "csv=p=0",
            "movie=\(path),signalstats",
        ])
        let frames = output.stdout.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(separator: ",").compactMap { Double($0) }
            return fields.count == 2 ? (time: fields[0], isLit: fields[1] > 120) : nil
        }
        return zip(frames, frames.dropFirst()).filter { !$0.isLit && $1.isLit }.map { $1.time }
    }

    /// When each beep begins.
    private func beeps(_ path: String) async throws -> [Double] {
        let samples = try await Samples(
            path, rate: 48_000, filter: "aresample=48000:async=1:first_pts=0")
        let step = 0.002
        let loud = stride(from: 0, to: samples.seconds - step, by: step).filter {
            samples.level($0..<$0 + step) > 0.1
        }
        return loud.enumerated().filter { $0 == 0 || $1 - loud[$0 - 1] > 0.3 }.map(\.element)
    }

    @Test(arguments: clips, [0, 0.3, -0.3]) func beepsStayWithFlashes(
        _ clip: Clip, _ offset: Double
    ) async throws {
        let source = try await make(clip, soundAt: offset)
        // Later sound has silence put before it, which only encoding can.
        let audio = offset > 0 ? ClipRecipe.Track.encode : clip.audio
        let rendered = try await SharedEngine.render(
            source, clip.type, ClipRecipe.video(clip.video, audio: audio), as: "out.mp4")
        let (flashes, beeps) = try await (flashes(rendered.path), beeps(rendered.path))
        #expect(flashes.count == 3)
        try #require(beeps.count == flashes.count)
        for (flash, beep) in zip(flashes, beeps) {
            #expect(abs(beep - flash) < 0.02, "\(beep) and \(flash)")
        }
        // The sound plays from the first picture on, and not beyond the last.
        let file = try await ClipFile(rendered.path)
        #expect(file.probe.audio?.startTime.flatMap { Double($0) } == 0)
        #expect(try #require(file.audio.map(\.end).max()) <= 4.001)
    }

    @Test func beepsStayWithFlashesBehindAStart() async throws {
        let clip = Clip(name: "s.mp4", type: .mp4, codecs: Self.h264 + ["-c:a", "aac"])
        let source = try await make(clip, soundAt: 0)
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(start: 1.52, maxSeconds: 2), as: "out.mp4")
        let (flashes, beeps) = try await (flashes(rendered.path), beeps(rendered.path))
        #expect(flashes.map { ($0 * 100).rounded() } == [48, 148])
        for (flash, beep) in zip(flashes, beeps) { #expect(abs(beep - flash) < 0.02) }
        #expect(beeps.count == 2)
    }

    /// A second of packets is missing in the sound; copied, what follows would come too early.
    @Test func soundWithAGapIsEncodedBesideACopiedPicture() async throws {
        let clip = Clip(name: "whole.mp4", type: .mp4, codecs: Self.h264 + ["-c:a", "aac"])
        let whole = try await make(clip, soundAt: 0)
        try await Media.ffmpeg([
            "-i", whole, "-c", "copy", "-bsf:a", "noise=drop=between(n\\,20\\,66)", "gap.mkv",
        ])
        let path = TemporaryDirectory.current + "/gap.mkv"
        let rendered = try await SharedEngine.render(
            path, .matroska, ClipRecipe.video(.copy, audio: .copy), as: "out.mp4")
        #expect(rendered.rendering.encodes == 0)
        let (flashes, beeps) = try await (flashes(rendered.path), beeps(rendered.path))
        #expect(flashes.map { $0.rounded() } == [1, 2, 3])
        #expect(beeps.map { ($0 * 10).rounded() } == [20, 30])
    }
}
