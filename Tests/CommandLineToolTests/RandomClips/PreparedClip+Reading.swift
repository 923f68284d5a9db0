import Foundation
import TestSupport

extension PreparedClip {
    private static let sampleRate = 8_000

    init(_ path: String) async throws {
        let probing = try await Shell.require([
            "ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format",
            "-show_packets", "-of", "json", path,
        ])
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        probe = try decoder.decode(Facts.self, from: Data(probing.standardOutput))
        let video = try await Self.decode(
            path, probe, "video",
            [
                "-fps_mode", "passthrough", "-vf", "scale=8:8:flags=area,format=rgb24",
                "-f", "rawvideo",
            ])
        let audio = try await Self.decode(
            path, probe, "audio",
            [
                "-af", "aresample=async=1:first_pts=0:min_hard_comp=0.01", "-ac", "1",
                "-ar", "\(Self.sampleRate)", "-f", "s16le",
            ])
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes = file.count
        topBoxes = Self.boxes(of: file)
        pictures = Self.quarters(of: video.bytes)
        heard = Self.loudPart(of: audio.bytes)
        complaints = probing.stderr + video.complaints + audio.complaints
    }

    /// Decodes all of a kind, as it is stored.
    private static func decode(
        _ path: String, _ facts: Facts, _ kind: String, _ arguments: [String]
    ) async throws -> (bytes: [UInt8], complaints: String) {
        guard facts.streams.contains(where: { $0.codecType == kind }) else { return ([], "") }
        let output = try await Shell.require(
            ["ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", path]
                + ["-map", "0:\(kind.prefix(1))"] + arguments + ["-"])
        return (output.standardOutput, output.stderr)
    }

    private static func quarters(of bytes: [UInt8]) -> [[[Int]]] {
        let places = [(2, 2), (5, 2), (2, 5), (5, 5)]
        return (0..<bytes.count / 192).map { frame in
            places.map { x, y in
                (0..<3).map { Int(bytes[frame * 192 + (y * 8 + x) * 3 + $0]) }
            }
        }
    }

    /// Louder than a hundredth of all that 16 bits can tell.
    private static func loudPart(of bytes: [UInt8]) -> ClosedRange<Double>? {
        let isLoud = { (at: Int) in
            let sample = Int16(bitPattern: UInt16(bytes[2 * at]) | UInt16(bytes[2 * at + 1]) << 8)
            return abs(Int(sample)) > 330
        }
        let samples = 0..<bytes.count / 2
        guard let first = samples.first(where: isLoud), let last = samples.last(where: isLoud)
        else { return nil }
        return Double(first) / Double(sampleRate)...Double(last + 1) / Double(sampleRate)
    }

    private static func boxes(of file: Data) -> [String] {
        var names: [String] = []
        var at = 0
        while at + 8 <= file.count {
            let size = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: file[at + 4..<at + 8], as: UTF8.self))
            guard size >= 8 else { break }
            at += size
        }
        return names
    }
}
