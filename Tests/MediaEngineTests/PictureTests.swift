import AttachmentRules
import CodecLink
import Foundation
import TestSupport
import Testing

/// Stills: what they are, and what becomes of them.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct PictureTests {
    private func recipe(
        _ format: PictureRecipe.Format = .png, box: Int = 1_024,
        fit: PictureRecipe.Fit = .inside, orientation: Int = 1, background: UInt32? = nil,
        maxBytes: Int64 = 1_000_000
    ) -> Recipe {
        .image(
            PictureRecipe(
                maxWidth: box, maxHeight: box, fit: fit, orientation: orientation, format: format,
                background: background, maxBytes: maxBytes))
    }

    private static let quarters: [Colour] = [.red, .green, .blue, .yellow]

    // Orientation

    /// The upright picture's pixel that a file with this orientation stores at x, y.
    private static func upright(
        _ x: Int, _ y: Int, _ orientation: Int, _ width: Int, _ height: Int
    ) -> (Int, Int) {
        switch orientation {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (width - 1 - y, x)
        case 7: (width - 1 - y, height - 1 - x)
        case 8: (y, height - 1 - x)
        default: (x, y)
        }
    }

    @Test(arguments: 1...8) func everyOrientationIsToldAndTurnedUpright(
        _ orientation: Int
    ) async throws {
        let (width, height) = (64, 48)
        let isTurned = orientation >= 5
        let stored = Drawing(isTurned ? height : width, isTurned ? width : height) { x, y in
            let (x, y) = Self.upright(x, y, orientation, width, height)
            return Drawing.quarter(x, y, of: width, height)
        }
        let plain = try await stored.write("plain.jpg", ["-q:v", "1"])
        let source = try OpenedFile.write(
            Pieces.jpeg(
                OpenedFile(plain).contents(), inserting: [Pieces.exif(orientation: orientation)]),
            as: "turned.jpg")

        let facts = try #require(try await SharedEngine.probe(source, .jpeg).picture)
        #expect(facts.orientation == orientation)
        #expect(facts.width == stored.width)
        #expect(facts.height == stored.height)
        #expect(facts.privateMetadata.contains("Exif"))

        let rendered = try await SharedEngine.render(
            source, .jpeg, recipe(.jpeg, orientation: orientation), as: "upright.jpg")
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels.width == width)
        #expect(pixels.height == height)
        #expect(pixels.quarters.isNear(Self.quarters), "\(pixels.quarters)")
        #expect(try rendered.bytes.firstRange(of: "Exif") == nil)
    }

    // Kinds of pixels

    /// What a picture of the four quarters is stored as, and what is to be told of it.
    struct Storage: CustomTestStringConvertible {
        let name: String
        let type: MediaType
        let arguments: [String]
        let colour: PictureFacts.Colour
        let bits: Int
        let hasAlpha: Bool
        var testDescription: String { name }
    }

    private static let storages = [
        Storage("rgb.png", .png, "rgb24"), Storage("deep.png", .png, "rgb48be", bits: 16),
        Storage("alpha.png", .png, "rgba", hasAlpha: true),
        Storage("deep-alpha.png", .png, "rgba64be", bits: 16, hasAlpha: true),
        Storage("grey.png", .png, "gray", .grey),
        Storage("deep-grey.png", .png, "gray16be", .grey, bits: 16),
        Storage("grey-alpha.png", .png, "ya8", .grey, hasAlpha: true),
        Storage("full.jpg", .jpeg, "yuvj444p", ["-q:v", "1"]),
        Storage("progressive.webp", .webp, "yuv420p", ["-c:v", "libwebp", "-q:v", "95"]),
        Storage("lossless.webp", .webp, "bgra", ["-c:v", "libwebp", "-lossless", "1"]),
        Storage("rgb.tiff", .tiff, "rgb24"), Storage("deep.tiff", .tiff, "rgb48le", bits: 16),
        Storage("rgb.bmp", .bmp, "bgr24"), Storage("palette.bmp", .bmp, "pal8"),
        Storage("still.avif", .avif, "yuv444p", ["-still-picture", "1", "-crf", "10"]),
        Storage("still.gif", .gif, "rgb8"),
    ]

    @Test(arguments: storages) func everyKindOfPixelsIsToldAndKeepsItsColours(
        _ storage: Storage
    ) async throws {
        let source = try await Drawing.quarters(64, 48).write(storage.name, storage.arguments)
        let picture = try #require(try await SharedEngine.probe(source, storage.type).picture)
        #expect(picture.width == 64)
        #expect(picture.height == 48)
        #expect(picture.frames == 1)
        #expect(picture.duration == nil)
        #expect(picture.orientation == 1)
        #expect(picture.colour == storage.colour)
        #expect(picture.bitsPerChannel == storage.bits)
        #expect(picture.hasAlpha == storage.hasAlpha)

        let rendered = try await SharedEngine.render(
            source, storage.type, recipe(.png), as: "rendered.png")
        let judged = try #require(try await TestSupport.Probe.of(rendered.path).video)
        #expect(judged.codecName == "png")
        #expect(judged.pixFmt?.hasSuffix("be") == false, "8 bits, not \(judged.pixFmt ?? "")")
        let expected = try await Pixels(of: source).quarters
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels.quarters.isNear(expected, by: 8), "\(pixels.quarters), not \(expected)")
    }

    @Test func inksBecomeColoursOfTheScreen() async throws {
        let inks: [[UInt8]] = [[255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 0, 0], [0, 0, 0, 255]]
        let tiff = Pieces.cmykTIFF(64, 48) { x, y in inks[(x < 32 ? 0 : 1) + (y < 24 ? 0 : 2)] }
        let source = try OpenedFile.write(tiff, as: "inks.tiff")
        let picture = try #require(try await SharedEngine.probe(source, .tiff).picture)
        #expect(picture.colour == .cmyk)

        let rendered = try await SharedEngine.render(source, .tiff, recipe(.png), as: "inks.png")
        let pixels = try await Pixels(of: rendered.path).quarters
        let (cyan, magenta, paper, black) = (pixels[0], pixels[1], pixels[2], pixels[3])
        #expect(cyan.red < 100 && cyan.blue > 150 && cyan.green > 100, "\(cyan)")
        #expect(magenta.green < 100 && magenta.red > 150 && magenta.blue > 70, "\(magenta)")
        #expect(paper.isNear(.white, by: 12), "\(paper)")
        #expect(black.isNear(.black, by: 60), "\(black)")
    }

    @Test func aBrokenColourProfileIsIgnoredAndReported() async throws {
        let plain = try await Drawing.quarters(64, 48).write("plain.jpg", ["-q:v", "1"])
        let content = Array("ICC_PROFILE".utf8) + [0, 1, 1] + [UInt8](repeating: 7, count: 300)
        let bytes = try Pieces.jpeg(
            OpenedFile(plain).contents(), inserting: [Pieces.segment(0xE2, content)])
        let source = try OpenedFile.write(bytes, as: "profile.jpg")
        #expect(try await SharedEngine.probe(source, .jpeg).picture?.hasProfile == true)
        let rendered = try await SharedEngine.render(source, .jpeg, recipe(.png), as: "out.png")
        #expect(rendered.rendering.profileIgnored)
        let quarters = try await Pixels(of: rendered.path).quarters
        #expect(quarters.isNear(Self.quarters), "\(quarters)")
        #expect(try rendered.bytes.firstRange(of: "iCCP") == nil)
    }

    // Size

    @Test(arguments: [
        (PictureRecipe.Fit.inside, 1_024, 40, 30), (.inside, 20, 20, 15), (.cover, 20, 20, 20),
        (.cover, 1_024, 30, 30), (.contain, 20, 20, 20), (.contain, 50, 50, 50),
    ]) func fitDecidesTheSizeAndNothingIsEnlarged(
        _ fit: PictureRecipe.Fit, _ box: Int, _ width: Int, _ height: Int
    ) async throws {
        let source = try await Drawing(40, 30) { _, _ in .red }.write("small.png")
        let rendered = try await SharedEngine.render(
            source, .png, recipe(.jpeg, box: box, fit: fit, background: 0x1E_28_DC),
            as: "fitted.jpg")
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels.width == width)
        #expect(pixels.height == height)
        #expect(pixels[width / 2, height / 2].isNear(.red))
        // Where the picture is padded, the background shows.
        let corner: Colour = fit == .contain ? .blue : .red
        #expect(pixels[width / 2, 0].isNear(corner), "\(pixels[width / 2, 0])")
        let isEnlarged = pixels[0, height / 2].isNear(.red)
        #expect(isEnlarged == (fit != .contain || box <= 40))
    }

    @Test(arguments: [(1, 300, 1, 100), (300, 1, 100, 1), (1, 1, 1, 1), (3, 1_000, 1, 100)])
    func stripsKeepAtLeastOnePixel(
        _ width: Int, _ height: Int, _ outputWidth: Int, _ outputHeight: Int
    ) async throws {
        let source = try await Drawing(width, height) { _, _ in .green }
            .write("strip.png", ["-pix_fmt", "rgb24"])
        for format in [PictureRecipe.Format.png, .jpeg] {
            let rendered = try await SharedEngine.render(
                source, .png, recipe(format, box: 100), as: "strip-out.\(format)")
            let pixels = try await Pixels(of: rendered.path)
            #expect(pixels.width == outputWidth)
            #expect(pixels.height == outputHeight)
            #expect(pixels[0, 0].isNear(.green), "\(pixels[0, 0])")
        }
    }

    // Format

    @Test func photographsBecomeJPEGAndFlatGraphicsPNG() async throws {
        let photo = try await Media.png("photo.png", width: 200, height: 150, pattern: .noise)
        let graphic = try await Drawing.quarters(200, 150).write(
            "graphic.png", ["-pix_fmt", "rgb24"])
        for (source, codec) in [(photo, "mjpeg"), (graphic, "png")] {
            let rendered = try await SharedEngine.render(
                source, .png, recipe(.smaller), as: "\(codec).bin")
            #expect(try await TestSupport.Probe.of(rendered.path).video?.codecName == codec)
        }
    }

    @Test func transparencyStaysWhereTheFormatHasIt() async throws {
        let source = try await Drawing(64, 48) { x, _ in x < 32 ? .clear : .green }
            .write("clear.png", ["-pix_fmt", "rgba"])
        let kept = try await SharedEngine.render(
            source, .png, recipe(.smaller, box: 32), as: "kept.png")
        let pixels = try await Pixels(of: kept.path)
        #expect(pixels[4, 12].alpha == 0)
        #expect(pixels[28, 12].isNear(.green, by: 2))

        let flat = try await SharedEngine.render(
            source, .png, recipe(.jpeg, background: 0xDC_1E_1E), as: "flat.jpg")
        let flattened = try await Pixels(of: flat.path)
        #expect(flattened[8, 24].isNear(.red))
        #expect(flattened[56, 24].isNear(.green))

        let filled = try await SharedEngine.render(
            source, .png, recipe(.smaller, background: 0xDC_1E_1E), as: "filled.png")
        #expect(try await Pixels(of: filled.path)[8, 24].isNear(.red))
    }

    // Colours

    @Test func gammaOfAPNGIsHeededUnlessMoreIsSaid() async throws {
        let plain = try await Drawing(32, 32) { _, _ in Colour(red: 128, green: 128, blue: 128) }
            .write("plain.png", ["-pix_fmt", "rgb24"])
        let bytes = try OpenedFile(plain).contents()
        // Linear light: 128 of 255 is shown as sRGB's 188. With a chunk that says sRGB it stays.
        let gamma = Self.chunk("gAMA", [0, 1, 0x86, 0xA0])
        for (chunks, shade) in [(gamma, 188), (gamma + Self.chunk("sRGB", [0]), 128)] {
            let path = TemporaryDirectory.current + "/gamma-\(shade).png"
            // After the signature and the header.
            try Data(bytes[..<33] + chunks + bytes[33...]).write(to: URL(fileURLWithPath: path))
            let facts = try await SharedEngine.probe(path, .png)
            #expect(facts.picture?.isSRGB == (shade == 128))
            let rendered = try await SharedEngine.render(
                path, .png, recipe(.png), as: "out-\(shade).png")
            let grey = UInt8(shade)
            #expect(
                try await Pixels(of: rendered.path)[16, 16]
                    .isNear(Colour(red: grey, green: grey, blue: grey), by: 2))
        }
    }

    /// A PNG chunk with its checksum.
    private static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(kind.utf8) + body
        var sum = UInt32.max
        for byte in content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        func big(_ value: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        return big(UInt32(body.count)) + content + big(~sum)
    }

    // Thumbnail

    @Test func thumbnailIsTheSquareThatDrawsTheEyeAndTheMiddleOfAFlatPicture() async throws {
        let flat = try await Drawing(160, 80) { _, _ in .white }.write("flat.png", [])
        let middle = try await SharedEngine.probe(flat, .png).picture?.attention
        #expect(middle == ThumbnailClippingRect(centredSquareIn: 160, height: 80))

        let drawing = Drawing(160, 80) { x, y in
            x > 110 && (x / 8 + y / 8).isMultiple(of: 2) ? .red : .white
        }
        let busy = try await drawing.write("busy.png", [])
        let first = try #require(try await SharedEngine.probe(busy, .png).picture?.attention)
        #expect(first.x > 0.3 && first.x + first.width <= 1.0001)
        #expect(abs(first.width - 0.5) < 0.01 && first.height == 1)
        #expect(try await SharedEngine.probe(busy, .png).picture?.attention == first)
    }

    // Bytes

    @Test(arguments: [PictureRecipe.Format.jpeg, .png, .smaller])
    func theCapOnBytesIsMet(_ format: PictureRecipe.Format) async throws {
        let source = try await Media.png("noise.png", width: 300, height: 200, pattern: .noise)
        let rendered = try await SharedEngine.render(
            source, .png, recipe(format, maxBytes: 20_000), as: "capped.bin")
        let count = try rendered.bytes.count
        #expect(count <= 20_000)
        #expect(count > 5_000, "\(count) bytes are far less than allowed")
        #expect(rendered.rendering.encodes > 1)
        let pixels = try await Pixels(of: rendered.path)
        #expect(abs(pixels.width * 200 - pixels.height * 300) <= 300, "the shape stays")
    }

    @Test(arguments: [PictureRecipe.Format.jpeg, .png, .smaller])
    func aCapThatNothingMeetsIsRefused(_ format: PictureRecipe.Format) async throws {
        let source = try await Media.jpeg(width: 64, height: 48)
        let refusal = try await refusal {
            try await SharedEngine.render(
                source, .jpeg, recipe(format, maxBytes: 10), as: "tiny.bin")
        }
        #expect(refusal.reason == .cannotFit)
        #expect(refusal.stage == "encode")
    }

    // Places and bounds

    @Test func aPictureMayBeginLaterInTheFile() async throws {
        let plain = try await Drawing.quarters(64, 48).write("plain.jpg", ["-q:v", "1"])
        let source = try OpenedFile.write(
            [UInt8](repeating: 10, count: 700) + OpenedFile(plain).contents(), as: "late.jpg")
        let facts = try await SharedEngine.probe(source, .jpeg, offset: 700)
        #expect(facts.picture?.width == 64)
        let rendered = try await SharedEngine.render(
            source, .jpeg, offset: 700, recipe(.jpeg), as: "out.jpg")
        #expect(try await Pixels(of: rendered.path).quarters.isNear(Self.quarters))
    }

    @Test func tooManyPixelsAreRefusedBeforeTheyAreDecoded() async throws {
        let source = try await Media.png("large.png", width: 2_100, height: 2_000, pattern: .red)
        let onProbe = try await refusal { try await SharedEngine.probe(source, .png) }
        #expect(onProbe.reason == .tooLarge)
        let onRender = try await refusal {
            try await SharedEngine.render(source, .png, recipe(.jpeg), as: "out.jpg")
        }
        #expect(onRender.reason == .tooLarge)
    }

    @Test func stoppingEndsARenderAtOnce() async throws {
        try await Media.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=1900x1900:r=1", "-frames:v", "1", "-pix_fmt", "rgb24",
            "-compression_algo", "raw", "big.tiff",
        ])
        let source = TemporaryDirectory.current + "/big.tiff"
        let calls = Counter()
        let refusal = try await refusal {
            try await SharedEngine.render(
                source, .tiff, recipe(.png, maxBytes: 50_000_000), as: "out.png"
            ) { _ in
                calls.increment()
                return false
            }
        }
        #expect(refusal.reason == .interrupted)
        #expect((1...2).contains(calls.count), "asked \(calls.count) times")
    }
}

extension PictureTests.Storage {
    init(
        _ name: String, _ type: MediaType, _ pixelFormat: String,
        _ arguments: [String] = [], _ colour: PictureFacts.Colour = .rgb, bits: Int = 8,
        hasAlpha: Bool = false
    ) {
        self.init(
            name: name, type: type, arguments: ["-pix_fmt", pixelFormat] + arguments,
            colour: colour, bits: bits, hasAlpha: hasAlpha)
    }

    init(
        _ name: String, _ type: MediaType, _ pixelFormat: String, _ colour: PictureFacts.Colour,
        bits: Int = 8, hasAlpha: Bool = false
    ) {
        self.init(name, type, pixelFormat, [], colour, bits: bits, hasAlpha: hasAlpha)
    }
}
