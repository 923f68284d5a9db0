import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// What is looked at for a verdict, and what is not.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct VerdictTests {
    /// The same file as for a verdict and as for publishing.
    private func both(_ path: String, _ type: MediaType) async throws -> (Facts, Facts) {
        (
            try await SharedEngine.probe(path, type, depth: .verdict),
            try await SharedEngine.probe(path, type, depth: .whole)
        )
    }

    private func animation(_ name: String, _ arguments: [String]) async throws -> String {
        let drawing = Drawing(96, 64, frames: 8) { x, y, frame in
            frame < 3 || x < 40 ? .white : (x / 8 + y / 8).isMultiple(of: 2) ? .blue : .yellow
        }
        return try await drawing.write(name, arguments)
    }

    @Test func aVerdictOnAPictureLooksForNoThumbnail() async throws {
        for (path, type) in [
            (try await Media.jpeg(width: 64, height: 48), MediaType.jpeg),
            (try await animation("a.gif", Drawing.exactPalette), .gif),
            (try await animation("a.webp", ["-c:v", "libwebp_anim"]), .webp),
        ] {
            var (verdict, whole) = try await both(path, type)
            #expect(whole.picture?.attention != nil, "\(type)")
            #expect(verdict.picture != nil && verdict.picture?.attention == nil, "\(type)")
            #expect(verdict.picture?.thumbnailFrame == nil, "\(type)")
            // All the rest is known.
            verdict.picture?.attention = whole.picture?.attention
            verdict.picture?.thumbnailFrame = whole.picture?.thumbnailFrame
            #expect(verdict == whole)
        }
    }

    @Test func aVerdictOnAClipLooksForNoThumbnail() async throws {
        var (verdict, whole) = try await both(Media.mp4(seconds: 1), .mp4)
        #expect(whole.clip?.thumbnailTime != nil && whole.clip?.attention != nil)
        #expect(verdict.clip != nil && verdict.clip?.thumbnailTime == nil)
        #expect(verdict.clip?.attention == nil)
        verdict.clip?.thumbnailTime = whole.clip?.thumbnailTime
        verdict.clip?.attention = whole.clip?.attention
        #expect(verdict == whole)
    }

    /// Nobody waits for what nobody wants any more, however large the picture is.
    @Test func aPictureIsAskedForOnTheWayAndLeftWhenNobodyWantsIt() async throws {
        let path = try await Media.png("noise.png", width: 1_500, height: 2_000, pattern: .noise)
        let asked = Counter()
        let refusal = try await refusal {
            try await SharedEngine.probe(path, .png, depth: .verdict) { fraction in
                asked.increment()
                return fraction < 0.2
            }
        }
        #expect(refusal.reason == .interrupted)
        #expect(asked.count > 1)
    }
}
