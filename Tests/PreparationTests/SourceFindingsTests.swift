import AttachmentRules
import CodecLink
import Testing

@testable import Preparation

@Suite struct SourceFindingsTests {
    private func findings(_ facts: Facts, _ fileExtension: String) throws -> [Finding] {
        SourceFindings.of(
            facts, fileExtension: fileExtension, profile: try Profile.named("ios"))
    }

    @Test func harmlessDefectsOfASourceAreWarnings() throws {
        let defects = ["png-checksum", "gif-no-trailer", "declared-size"]
        for rule in defects {
            let facts = Facts(
                type: .png, bytes: 10, picture: PictureFacts(width: 8, height: 8),
                findings: [Finding(rule: rule, severity: .error, message: "odd")])
            let told = try findings(facts, "png")
            #expect(told.map(\.rule) == [rule])
            #expect(told.allSatisfy { $0.severity == .warning })
        }
    }

    @Test func wrongNameIsToldAndWhatRenderingMendsForCertainIsNot() throws {
        let large = Facts(
            type: .jpeg, bytes: 20_000_000, picture: PictureFacts(width: 4000, height: 3000))
        #expect(try findings(large, "jpg").isEmpty)
        #expect(try findings(large, "mp4").map(\.rule) == ["extension"])
    }

    @Test func renderingTellsWhatItLeftOutOrIgnored() {
        #expect(SourceFindings.of(Rendering(encodes: 1)).isEmpty)
        let repaired = SourceFindings.of(
            Rendering(encodes: 1, profileIgnored: true, repaired: true))
        #expect(repaired.map(\.rule) == ["colour-profile", "damaged"])
        let dropped = SourceFindings.of(Rendering(encodes: 0, droppedFrame: 4))
        #expect(dropped.map(\.rule) == ["damaged"])
        #expect(dropped.allSatisfy { $0.severity == .warning })
        #expect(dropped[0].message.contains("frame 4"))
    }

    @Test func placeIsTold() throws {
        let picture = PictureFacts(
            width: 8, height: 8, privateMetadata: ["Exif"], hasLocation: true)
        let facts = Facts(type: .jpeg, bytes: 10, picture: picture)
        #expect(try findings(facts, "jpg").map(\.rule).contains("location-metadata"))
    }
}
