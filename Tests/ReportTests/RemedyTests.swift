import AttachmentRules
import Foundation
import Preparation
import Report
import Storage
import TestSupport
import Testing

/// What the page says to do about a source that was refused.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct RemedyTests {
    /// - Parameter file: as the source, where it is.
    private func page(_ reason: Reason, of file: String) throws -> String {
        let place = try BytePath(file).resolved()
        let source = Source(name: "a", place: .file(place, try FileStatus.of(place)))
        let asset = Asset(source: "a", sourceSHA256: nil, sourceBytes: 1, reason: reason)
        let sources = PageSource.all(of: [source], from: place)
        return String(
            decoding: Page(try Batch.manifest([asset]), encodes: [:], sources: sources).encoded(),
            as: UTF8.self)
    }

    @Test func whatTheMessageSaysIsNotSaidAgain() async throws {
        let reason = Reason(.unsupported, "SVG is not taken; export it as PNG")
        #expect(!(try page(reason, of: try await Media.jpeg()).contains("class=\"remedy\"")))
    }

    @Test func repairIsPromisedOfPicturesAndOfWhatWasCutOff() async throws {
        let noIndex = Reason(.corrupt, "the index (moov) is missing or damaged")
        let film = try await Media.mp4(seconds: 1)
        #expect(!(try page(noIndex, of: film).contains("--repair")))
        #expect(try page(.cutOff, of: film).contains("--repair"))
        let cut = Reason(.corrupt, "cut off: no end marker")
        #expect(try page(cut, of: try await Media.jpeg()).contains("--repair"))
    }

    @Test func whatIsTooLargeIsExportedByItsKind() async throws {
        let reason = Reason(.tooLarge, "why")
        let picture = try page(reason, of: try await Media.jpeg())
        #expect(picture.contains("Export it smaller, and"))
        let animation = try page(reason, of: try await Media.gif(frames: 2))
        #expect(animation.contains("Export it smaller, or with fewer frames, and"))
        let sound = try page(reason, of: try await Media.wav(seconds: 1))
        #expect(sound.contains("Export it shorter, and"))
    }
}
