import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Files that are cut off or have wrong bits in them.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct DamageTests {
    struct Kind: CustomTestStringConvertible {
        let name: String
        let type: MediaType
        let recipe: Recipe
        var arguments: [String] = []
        var testDescription: String { name }
    }

    private static let picture = PictureRecipe(
        maxWidth: 100, maxHeight: 100, fit: .inside, orientation: 1, format: .jpeg,
        maxBytes: 1_000_000)
    private static let animation = PictureRecipe(
        maxWidth: 100, maxHeight: 100, fit: .inside, orientation: 1, format: .gif,
        maxBytes: 1_000_000)
    private static let clip = ClipRecipe(
        container: .mp4, video: .encode, audio: .drop, start: 0, maxSeconds: 30, maxSide: 1_280,
        maxFrameRate: 30, maxBytes: 1_000_000)

    private static let pictures = [
        Kind(name: "a.jpg", type: .jpeg, recipe: .image(picture)),
        Kind(name: "a.png", type: .png, recipe: .image(picture), arguments: ["-pix_fmt", "rgb24"]),
        Kind(name: "a.webp", type: .webp, recipe: .image(picture), arguments: ["-c:v", "libwebp"]),
        Kind(
            name: "a.tiff", type: .tiff, recipe: .image(picture), arguments: ["-pix_fmt", "rgb24"]),
        Kind(name: "a.bmp", type: .bmp, recipe: .image(picture)),
        Kind(
            name: "a.avif", type: .avif, recipe: .image(picture),
            arguments: ["-still-picture", "1", "-crf", "20"]),
    ]
    private static let animations = [
        Kind(name: "m.gif", type: .gif, recipe: .animation(animation)),
        Kind(
            name: "m.webp", type: .webp, recipe: .animation(animation),
            arguments: ["-c:v", "libwebp_anim"]),
        Kind(name: "m.png", type: .png, recipe: .animation(animation), arguments: ["-f", "apng"]),
    ]
    private static let clips = [
        Kind(
            name: "moov-last.mp4", type: .mp4, recipe: .clip(clip),
            arguments: ["-c:v", "libx264", "-pix_fmt", "yuv420p"]),
        Kind(
            name: "moov-first.mp4", type: .mp4, recipe: .clip(clip),
            arguments: [
                "-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "faststart",
            ]),
    ]

    private func make(_ kind: Kind) async throws -> [UInt8] {
        let frames = Self.pictures.contains { $0.name == kind.name } ? 1 : 8
        let drawing = Drawing(64, 48, frames: frames) { x, y, frame in
            Colour(
                red: UInt8((x * 4 + frame * 20) & 255), green: UInt8(y * 5),
                blue: UInt8((x * y + frame) & 255))
        }
        return try OpenedFile(await drawing.write(kind.name, kind.arguments)).contents()
    }

    /// What a verdict says of the file: nothing, or that it is damaged; one with a thumbnail says the same.
    private func isTakenForSound(_ path: String, _ type: MediaType) async throws -> Bool {
        let isSound = try await isTakenForSound(path, type, .verdict)
        #expect(try await isTakenForSound(path, type, .whole) == isSound)
        return isSound
    }

    private func isTakenForSound(
        _ path: String, _ type: MediaType, _ depth: CodecLink.Probe.Depth
    ) async throws -> Bool {
        do {
            let facts = try await SharedEngine.probe(path, type, depth: depth)
            return facts.rejection == nil && facts.clip?.isTruncated != true
        } catch let refusal as Refusal {
            #expect(refusal.reason == .corrupt, "\(refusal)")
            return false
        }
    }

    @Test(arguments: pictures + animations + clips) func whatIsWholeIsSoundAndWhatIsCutOffCorrupt(
        _ kind: Kind
    ) async throws {
        let bytes = try await make(kind)
        let whole = TemporaryDirectory.current + "/" + kind.name
        #expect(try await isTakenForSound(whole, kind.type))
        for share in [0.3, 0.6, 0.95] {
            let cut = Array(bytes.prefix(Int(Double(bytes.count) * share)))
            let path = try OpenedFile.write(cut, as: "cut-\(share)-\(kind.name)")
            #expect(try await !isTakenForSound(path, kind.type), "\(share) of it")
            let refusal = try await refusal {
                try await SharedEngine.render(path, kind.type, kind.recipe, as: "\(share).out")
            }
            #expect(refusal.reason == .corrupt, "\(share) of it: \(refusal)")
        }
    }

    @Test(arguments: pictures + animations + clips) func wrongBitsAreRefusedOrRenderedNeverFatal(
        _ kind: Kind
    ) async throws {
        let bytes = try await make(kind)
        for seed in 1...8 as ClosedRange<UInt64> {
            // Few wrong bits reach deep into a decoder, many are found early.
            let flipped = bytes.flipping(seed % 3 == 0 ? 40 : 2, seed: seed)
            let path = try OpenedFile.write(flipped, as: "\(seed)-\(kind.name)")
            do {
                let rendered = try await SharedEngine.render(
                    path, kind.type, kind.recipe, as: "\(seed).out")
                #expect(try !rendered.bytes.isEmpty)
            } catch let refusal as Refusal {
                #expect(refusal.reason.isRejection, "seed \(seed): \(refusal)")
            }
            do {
                _ = try await SharedEngine.probe(path, kind.type)
            } catch let refusal as Refusal {
                #expect(refusal.reason.isRejection, "seed \(seed): \(refusal)")
            }
        }
    }

    @Test func aWrongBitInAPNGsPixelsIsCorrupt() async throws {
        var bytes = try await make(Self.pictures[1])
        let data = try #require(bytes.firstRange(of: "IDAT")).upperBound
        bytes[data + 200] ^= 4
        let path = try OpenedFile.write(bytes, as: "flipped.png")
        #expect(try await !isTakenForSound(path, .png))
        let refusal = try await refusal {
            try await SharedEngine.render(path, .png, .image(Self.picture), as: "out.jpg")
        }
        #expect(refusal.reason == .corrupt)
    }

    /// Behind the last row, where libspng does not look.
    @Test func aWrongChecksumBehindAPNGsPixelsIsCorrupt() async throws {
        var bytes = try await make(Self.pictures[1])
        let start = try #require(bytes.firstRange(of: "IDAT")).lowerBound
        let end = try #require(bytes.firstRange(of: "IEND")).lowerBound - 8
        bytes[end - 1] ^= 1
        bytes.replaceSubrange(
            end..<end + 4,
            with: Pieces.bigEndian(UInt64(Pieces.crc(Array(bytes[start..<end]))), bytes: 4))
        let path = try OpenedFile.write(bytes, as: "checksum.png")
        #expect(try await !isTakenForSound(path, .png))
    }

    @Test func paddingAtTheEndOfAJPEGsScanIsHarmless() async throws {
        var bytes = try await make(Self.pictures[0])
        #expect(bytes.suffix(2) == [0xff, 0xd9])
        bytes.insert(contentsOf: [0, 0, 0, 0, 0], at: bytes.count - 2)
        let path = try OpenedFile.write(bytes, as: "padded.jpg")
        #expect(try await isTakenForSound(path, .jpeg))
    }

    /// libjpeg overlooks some.
    @Test func wrongBitsInAJPEGsScanAreNotTakenForSoundWhereFFmpegComplains() async throws {
        let bytes = try await make(Self.pictures[0])
        let scan = try #require(bytes.firstRange(of: [0xff, 0xda])).upperBound + 12
        var complaints = 0
        for place in stride(from: scan, to: bytes.count - 2, by: 41) {
            var damaged = bytes
            damaged[place] ^= 0x10
            let path = try OpenedFile.write(damaged, as: "\(place).jpg")
            let judge = try await Shell.run(
                ["ffmpeg", "-v", "error", "-err_detect", "explode", "-i", path, "-f", "null", "-"])
            guard judge.stderr.contains("error y=") else { continue }
            complaints += 1
            #expect(try await !isTakenForSound(path, .jpeg), "byte \(place)")
        }
        #expect(complaints > 0)
    }

    @Test func wrongBitsInAVideosPicturesAreCorrupt() async throws {
        var bytes = try await make(Self.clips[1])
        let data = try #require(bytes.firstRange(of: "mdat")).upperBound
        let middle = data + (bytes.count - data) / 2
        for at in stride(from: middle, to: bytes.count - 40, by: 7) { bytes[at] ^= 0x55 }
        let path = try OpenedFile.write(bytes, as: "flipped.mp4")
        #expect(try await !isTakenForSound(path, .mp4))
        let refusal = try await refusal {
            try await SharedEngine.render(path, .mp4, .clip(Self.clip), as: "out.mp4")
        }
        #expect(refusal.reason == .corrupt)
    }
}
