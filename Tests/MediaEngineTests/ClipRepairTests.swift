import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Damaged clips of which the beginning is published, if that is wanted.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct ClipRepairTests {
    private func recipe(repairs: Bool) -> Recipe {
        .clip(
            ClipRecipe(
                container: .mp4, video: .encode, audio: .encode, start: 0, maxSeconds: 30,
                maxSide: 1_280, maxFrameRate: 30, maxBytes: 5_000_000, repairs: repairs))
    }

    private func noise(_ name: String, _ further: [String] = []) async throws -> [UInt8] {
        let source = try await Media.mp4(
            name, seconds: 6, width: 96, height: 64, pattern: .noise,
            further: ["-g", "25"] + further)
        return try OpenedFile(source).contents()
    }

    /// Renders what is left, and expects it to be whole and to end about there.
    private func expectRepaired(
        _ path: String, _ type: MediaType, until range: ClosedRange<Double>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let refusal = try await refusal {
            try await SharedEngine.render(path, type, recipe(repairs: false), as: "strict.mp4")
        }
        #expect(refusal.reason == .corrupt, sourceLocation: sourceLocation)
        let rendered = try await SharedEngine.render(
            path, type, recipe(repairs: true), as: "repaired.mp4")
        let clip = try await ClipFile(rendered.path)
        #expect(range.contains(clip.end), "\(clip.end)", sourceLocation: sourceLocation)
        let told = try #require(rendered.rendering.damagedAt, sourceLocation: sourceLocation)
        #expect(abs(told - clip.end) < 0.1, "\(told)", sourceLocation: sourceLocation)
        #expect(
            try await SharedEngine.probe(rendered.path, .mp4).findings == [],
            sourceLocation: sourceLocation)
    }

    @Test func aClipIsPublishedUpToItsDamage() async throws {
        var bytes = try await noise("whole.mp4")
        let at = bytes.count * 2 / 3
        for place in at..<at + 3_000 { bytes[place] ^= 0xA5 }
        let path = try OpenedFile.write(bytes, as: "damaged.mp4")
        try await expectRepaired(path, .mp4, until: 3...4.2)
    }

    @Test func aClipThatIsCutOffIsPublishedUpToThere() async throws {
        let bytes = try await noise("whole.mp4", ["-movflags", "+faststart"])
        let path = try OpenedFile.write(Array(bytes[..<(bytes.count / 2)]), as: "short.mp4")
        #expect(
            try await SharedEngine.probe(path, .mp4, depth: .plan).clip?.isTruncated == true)
        try await expectRepaired(path, .mp4, until: 2.5...3.2)
    }

    @Test func damagedSoundEndsAClipAsWell() async throws {
        let source = try await Media.mp4(
            "whole.mkv", seconds: 6, width: 64, height: 48,
            further: ["-c:a", "flac", "-f", "matroska"])
        var bytes = try OpenedFile(source).contents()
        // Every frame of FLAC begins with these, and ends in a checksum.
        let frame = try #require(bytes[(bytes.count / 2)...].firstRange(of: [0xFF, 0xF8]))
        for place in frame.upperBound + 20..<frame.upperBound + 40 { bytes[place] ^= 0x5A }
        let path = try OpenedFile.write(bytes, as: "damaged.mkv")
        try await expectRepaired(path, .matroska, until: 1...5)
    }

    @Test func lessThanASecondIsNotWorthIt() async throws {
        var bytes = try await noise("whole.mp4")
        for place in bytes.count / 20..<bytes.count / 20 + 3_000 { bytes[place] ^= 0xA5 }
        let path = try OpenedFile.write(bytes, as: "damaged.mp4")
        let refusal = try await refusal {
            try await SharedEngine.render(path, .mp4, recipe(repairs: true), as: "repaired.mp4")
        }
        #expect(refusal.reason == .corrupt)
    }
}
