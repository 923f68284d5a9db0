/// Makes media files with the `ffmpeg` program, from the sources of its lavfi device.
///
/// Each function writes into the test's temporary folder, unless the name is an absolute path, and
/// returns the path.
package enum Media {
    /// What a picture shows.
    package enum Pattern: String, Sendable, CaseIterable {
        /// Moving shapes and a counter.
        case testPicture = "testsrc2"
        /// Television's colour bars: flat areas of known colours.
        case colourBars = "smptehdbars"
        /// Every colour of an RGB cube.
        case allColours = "allrgb"
        /// Noise, which hardly compresses.
        case noise
        /// One colour: PushMedia's test red.
        case red

        func source(_ width: Int, _ height: Int, rate: Int) -> String {
            let size = "s=\(width)x\(height):r=\(rate)"
            switch self {
            case .testPicture, .colourBars: return "\(rawValue)=\(size)"
            // The source has one size only.
            case .allColours: return "allrgb=r=\(rate),scale=\(width):\(height)"
            case .noise: return "color=c=gray:\(size),noise=alls=100:allf=t+u"
            case .red: return "color=c=0xc83232:\(size)"
            }
        }
    }

    /// Runs ffmpeg with the arguments in the test's folder; existing files are replaced.
    package static func ffmpeg(_ arguments: [String]) async throws {
        let command = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y"]
        try await Shell.require(command + arguments, in: TemporaryDirectory.current)
    }

    /// A JPEG.
    ///
    /// The quality is FFmpeg's: 1 is best, 31 worst.
    package static func jpeg(
        _ name: String = "picture.jpg", width: Int = 640, height: Int = 480,
        pattern: Pattern = .testPicture, quality: Int = 3
    ) async throws -> String {
        try await still(
            name, pattern.source(width, height, rate: 1), ["-q:v", "\(quality)", "-c:v", "mjpeg"])
    }

    /// A PNG; with transparency, its left half can be seen through.
    package static func png(
        _ name: String = "picture.png", width: Int = 640, height: Int = 480,
        pattern: Pattern = .testPicture, transparency: Bool = false
    ) async throws -> String {
        var source = pattern.source(width, height, rate: 1)
        if transparency {
            source += ",format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,W/2),0,255)'"
        }
        let format = transparency ? "rgba" : "rgb24"
        return try await still(name, source, ["-c:v", "png", "-pix_fmt", format])
    }

    /// An animated GIF that loops for ever.
    package static func gif(
        _ name: String = "animation.gif", frames: Int = 10, width: Int = 320, height: Int = 240,
        framesPerSecond: Int = 10, pattern: Pattern = .testPicture
    ) async throws -> String {
        let source = pattern.source(width, height, rate: framesPerSecond)
        try await ffmpeg(
            ["-f", "lavfi", "-i", source, "-frames:v", "\(frames)", "-f", "gif", name])
        return path(name)
    }

    /// An MP4 of H.264 and, with sound, AAC.
    ///
    /// Further arguments go right before the output's name.
    package static func mp4(
        _ name: String = "clip.mp4", seconds: Double = 2, width: Int = 320, height: Int = 240,
        framesPerSecond: Int = 25, pattern: Pattern = .testPicture, sound: Bool = true,
        further: [String] = []
    ) async throws -> String {
        let source = pattern.source(width, height, rate: framesPerSecond)
        let video = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
        try await ffmpeg(
            ["-f", "lavfi", "-i", source] + (sound ? tone() + ["-c:a", "aac"] : [])
                + video + ["-t", "\(seconds)", "-f", "mp4"] + further + [name])
        return path(name)
    }

    /// A WAV of 16-bit samples.
    package static func wav(
        _ name: String = "tone.wav", seconds: Double = 2, sampleRate: Int = 44_100,
        channels: Int = 2
    ) async throws -> String {
        try await audio(name, seconds, sampleRate, channels, ["-c:a", "pcm_s16le", "-f", "wav"])
    }

    /// An MP3.
    package static func mp3(
        _ name: String = "tone.mp3", seconds: Double = 2, sampleRate: Int = 44_100,
        channels: Int = 2
    ) async throws -> String {
        try await audio(name, seconds, sampleRate, channels, ["-c:a", "libmp3lame", "-f", "mp3"])
    }

    /// An M4A of AAC.
    package static func m4a(
        _ name: String = "tone.m4a", seconds: Double = 2, sampleRate: Int = 44_100,
        channels: Int = 2
    ) async throws -> String {
        try await audio(name, seconds, sampleRate, channels, ["-c:a", "aac", "-f", "ipod"])
    }

    private static func still(
        _ name: String, _ source: String, _ arguments: [String]
    ) async throws -> String {
        try await ffmpeg(
            ["-f", "lavfi", "-i", source, "-frames:v", "1"] + arguments + ["-f", "image2", name])
        return path(name)
    }

    private static func audio(
        _ name: String, _ seconds: Double, _ sampleRate: Int, _ channels: Int,
        _ arguments: [String]
    ) async throws -> String {
        try await ffmpeg(
            tone(sampleRate) + ["-t", "\(seconds)", "-ac", "\(channels)"] + arguments + [name])
        return path(name)
    }

    private static func tone(_ sampleRate: Int = 44_100) -> [String] {
        ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=\(sampleRate)"]
    }

    private static func path(_ name: String) -> String {
        name.hasPrefix("/") ? name : TemporaryDirectory.current + "/" + name
    }
}
