import Foundation

/// What `ffprobe` finds in a file: a judge that shares no code with PushMedia's own probe.
package struct Probe: Decodable, Sendable {
    package let format: Format
    package let streams: [Stream]

    package struct Format: Decodable, Sendable {
        /// Names with commas between them, such as `mov,mp4,m4a,3gp,3g2,mj2`.
        package let formatName: String
        /// Seconds, as text; nil for a still.
        package let duration: String?
        package let tags: [String: String]?
    }

    package struct Stream: Decodable, Sendable {
        /// `video` or `audio`, also for pictures.
        package let codecType: String
        package let codecName: String
        package let profile: String?
        package let width: Int?
        package let height: Int?
        package let pixFmt: String?
        package let colorRange: String?
        package let colorSpace: String?
        package let avgFrameRate: String?
        package let sampleRate: String?
        package let channels: Int?
        package let startTime: String?
        package let duration: String?
        /// The frames that were decoded, as text.
        package let nbReadFrames: String?

        /// The frames that were decoded.
        package var frames: Int? { nbReadFrames.flatMap { Int($0) } }

        /// Frames per second; nil for audio.
        package var framesPerSecond: Double? {
            let terms = (avgFrameRate ?? "").split(separator: "/").compactMap { Double($0) }
            guard terms.count == 2, terms[1] != 0 else { return nil }
            return terms[0] / terms[1]
        }
    }

    package var video: Stream? { streams.first { $0.codecType == "video" } }
    package var audio: Stream? { streams.first { $0.codecType == "audio" } }

    /// The duration in seconds.
    package var seconds: Double? { format.duration.flatMap { Double($0) } }

    /// Probes a file and decodes all of it; throws if that gives any error.
    package static func of(_ path: String) async throws -> Probe {
        let output = try await Shell.require([
            "ffprobe", "-v", "error", "-count_frames", "-show_format", "-show_streams",
            "-of", "json", path,
        ])
        guard output.stderr.isEmpty else {
            throw Shell.Failure(program: ["ffprobe", path], output: output)
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Probe.self, from: Data(output.standardOutput))
    }
}
