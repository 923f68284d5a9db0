import AttachmentRules
import CodecLink
import MediaEngine
import TestSupport
import Testing

/// The engine itself, and what it does with what it does not take.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct EngineTests {
    @Test func startingTellsTheLibrariesAndMissesNothing() {
        let versions = SharedEngine.started.versions
        #expect(versions.libvips.hasPrefix("8."))
        #expect(!versions.ffmpeg.isEmpty)
        #expect(versions.missing == [])
    }

    @Test func aSecondStartIsRefused() throws {
        var engine = SharedEngine.started.engine
        let refusal = #expect(throws: Refusal.self) { try engine.start(SharedEngine.limits) }
        #expect(refusal?.reason == .internal)
    }

    @Test(arguments: [MediaType.svg, .psd, .pdf, .html, .executable, .unknown])
    func whatIsNotTakenIsNeverGivenToALibrary(_ type: MediaType) async throws {
        let source = try await Media.jpeg(width: 16, height: 16)
        let onProbe = try await refusal { try await SharedEngine.probe(source, type) }
        #expect(onProbe.reason == .unsupported)
        let recipe = PictureRecipe(
            maxWidth: 16, maxHeight: 16, fit: .inside, orientation: 1, format: .jpeg,
            maxBytes: 100_000)
        let onRender = try await refusal {
            try await SharedEngine.render(source, type, .image(recipe), as: "out.jpg")
        }
        #expect(onRender.reason == .unsupported)
    }

    @Test func aTypeIsNeverGuessed() async throws {
        let source = try await Media.jpeg(width: 16, height: 16)
        let asPNG = try await refusal { try await SharedEngine.probe(source, .png) }
        #expect(asPNG.reason == .corrupt)
        let asClip = try await refusal { try await SharedEngine.probe(source, .mp4) }
        #expect(asClip.reason == .corrupt)
    }

    @Test(arguments: [MediaType.jpeg, .png, .gif, .webp, .tiff, .bmp, .avif, .mp4, .mp3, .wav])
    func anEmptyFileIsRefusedByEveryKind(_ type: MediaType) async throws {
        let source = try OpenedFile.write([], as: "empty")
        let refusal = try await refusal {
            let facts = try await SharedEngine.probe(source, type)
            throw Refusal(reason: .internal, stage: "", message: "taken as \(facts)")
        }
        #expect(refusal.reason.isRejection, "\(refusal)")
    }

    @Test func anOutputThatCannotBeWrittenIsReportedWithItsErrno() async throws {
        let source = try await Media.jpeg(width: 64, height: 48)
        let recipe = PictureRecipe(
            maxWidth: 64, maxHeight: 48, fit: .inside, orientation: 1, format: .jpeg,
            maxBytes: 100_000)
        let input = try OpenedFile(source)
        for recipe in [Recipe.image(recipe), .clean] {
            // Open for reading only.
            let refusal = #expect(throws: Refusal.self) {
                try SharedEngine.started.engine.render(
                    Render(type: .jpeg, recipe: recipe), input: input.descriptor,
                    output: input.descriptor, progress: { _ in true })
            }
            #expect(refusal?.reason == .internal)
            #expect(refusal?.stage == "write")
            #expect(refusal?.outputError == 9, "EBADF")
        }
    }
}
