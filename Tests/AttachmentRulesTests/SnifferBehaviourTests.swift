import AttachmentRules
import Testing

@Suite struct SnifferBehaviourTests {
    @Test func jpegBehindRubbishTellsWhereItBegins() {
        let rubbish = [UInt8](repeating: 0x20, count: 700)
        let bytes = rubbish + JPEGBuilder().bytes
        let sniffed = Sniffer.sniff(head: bytes, fileSize: Int64(bytes.count))
        #expect(sniffed == Sniffed(type: .jpeg, offset: 700))
    }

    @Test func jpegFarBehindRubbishIsNone() {
        let bytes = [UInt8](repeating: 0x20, count: 5000) + JPEGBuilder().bytes
        #expect(Sniffer.sniff(head: bytes, fileSize: Int64(bytes.count)).type != .jpeg)
    }

    @Test func emptyMeansTheFileNotTheWindow() {
        #expect(Sniffer.sniff(head: [], fileSize: 0).type == .empty)
        #expect(Sniffer.sniff(head: [], fileSize: 10).type == .unknown)
    }

    @Test func textWhoseLastLetterIsCutByTheWindowIsText() {
        let bytes = Array(ascii("漢字").dropLast())
        #expect(Sniffer.sniff(head: bytes, fileSize: 1_000_000).type == .text)
    }

    @Test func everyTypeIsPictureOrClipOrNeitherButNotBoth() {
        for type in MediaType.allCases { #expect(!(type.isPicture && type.isClip)) }
        #expect(MediaType.allCases.count { $0.isPicture || $0.isClip } == 38)
    }

    @Test func typesThatAreNotTakenSayWhatToDo() {
        #expect(MediaType.psd.exportAdvice == "export it as PNG or JPEG")
        #expect(MediaType.heic.exportAdvice == nil)
        for type in MediaType.allCases where !type.isPicture && !type.isClip {
            #expect(type.exportAdvice != nil)
        }
    }
}
