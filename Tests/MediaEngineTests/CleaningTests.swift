import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// The recipe that keeps the picture data and drops what must not leave the house.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct CleaningTests {
    /// The checksums of all decoded frames, as ffmpeg computes them.
    private func checksums(_ path: String) async throws -> [String.SubSequence] {
        let output = try await Shell.require([
            "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "framemd5", "-",
        ])
        return output.stdout.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test func exifAndPlaceLeaveAJPEGWhosePixelsStay() async throws {
        let plain = try await Media.jpeg("plain.jpg", width: 64, height: 48)
        let comment = Pieces.segment(0xFE, Array("by somebody".utf8))
        let source = try OpenedFile.write(
            Pieces.jpeg(
                OpenedFile(plain).contents(),
                inserting: [Pieces.exif(orientation: 1, place: true), comment]),
            as: "private.jpg")
        let before = try #require(try await SharedEngine.probe(source, .jpeg).picture)
        #expect(before.hasLocation)
        #expect(before.privateMetadata.contains("Exif"))

        let cleaned = try await SharedEngine.render(source, .jpeg, .clean, as: "clean.jpg")
        #expect(cleaned.rendering.encodes == 0)
        let facts = try await SharedEngine.probe(cleaned.path, .jpeg)
        #expect(facts.picture?.privateMetadata == [])
        #expect(facts.picture?.hasLocation == false)
        #expect(facts.findings == [])
        #expect(try cleaned.bytes.firstRange(of: "Exif") == nil)
        #expect(try cleaned.bytes.firstRange(of: "somebody") == nil)
        let frames = try await checksums(cleaned.path)
        #expect(!frames.isEmpty)
        #expect(try await frames == checksums(source))
    }

    @Test func textLeavesAPNG() async throws {
        let plain = try await Media.png("plain.png", width: 64, height: 48)
        var bytes = try OpenedFile(plain).contents()
        let chunk = Array("tEXtAuthor".utf8) + [0] + Array("somebody".utf8)
        let framed =
            Pieces.bigEndian(UInt64(chunk.count - 4), bytes: 4) + chunk
            + Pieces.bigEndian(UInt64(Pieces.crc(chunk)), bytes: 4)
        // Behind the signature and the header.
        bytes.insert(contentsOf: framed, at: 33)
        let source = try OpenedFile.write(bytes, as: "text.png")
        let before = try #require(try await SharedEngine.probe(source, .png).picture)
        #expect(before.privateMetadata != [])

        let cleaned = try await SharedEngine.render(source, .png, .clean, as: "clean.png")
        #expect(try await SharedEngine.probe(cleaned.path, .png).picture?.privateMetadata == [])
        #expect(try cleaned.bytes.firstRange(of: "somebody") == nil)
        #expect(try await checksums(cleaned.path) == checksums(source))
    }

    @Test func aCommentAndRubbishAtTheEndLeaveAGIF() async throws {
        let plain = try await Media.gif("plain.gif", frames: 3, width: 32, height: 24)
        var bytes = try OpenedFile(plain).contents()
        let application = try #require(bytes.firstRange(of: "NETSCAPE2.0")).lowerBound - 3
        bytes.insert(contentsOf: [0x21, 0xFE, 3] + Array("me!".utf8) + [0], at: application)
        let source = try OpenedFile.write(bytes + Array("rubbish".utf8), as: "private.gif")
        let before = try #require(try await SharedEngine.probe(source, .gif).picture)
        #expect(before.privateMetadata != [])
        #expect(before.trailingBytes == 7)

        let cleaned = try await SharedEngine.render(source, .gif, .clean, as: "clean.gif")
        let after = try #require(try await SharedEngine.probe(cleaned.path, .gif).picture)
        #expect(after.privateMetadata == [])
        #expect(after.trailingBytes == 0)
        #expect(after.frames == 3)
        #expect(after.plays == before.plays)
        #expect(try await checksums(cleaned.path) == checksums(source))
    }

    /// The checksums of all decoded frames, without their times.
    private func pictures(_ path: String) async throws -> [Substring] {
        try await checksums(path).map { line in
            line.split(separator: ",").last ?? ""
        }
    }

    /// An animation of 4 frames, of which the last one changes a part only, and its frames.
    private func animation() async throws -> (bytes: [UInt8], frames: [GIFStructure.Frame]) {
        let drawing = Drawing(48, 32, frames: 4) { x, y, frame in
            (frame * 10..<frame * 10 + 14).contains(x) && y > 6
                ? Colour(red: UInt8(x * 5), green: UInt8(y * 7), blue: UInt8(frame * 60)) : .white
        }
        let path = try await drawing.write("four.gif", Drawing.exactPalette)
        let frames = try await SharedEngine.probe(path, .gif, listsFrames: true).frames
        let bytes = try OpenedFile(path).contents()
        return (bytes, try #require(frames))
    }

    @Test func delaysOfAGIFBecomeWhatViewersPlayAndItsPixelsStay() async throws {
        var (bytes, frames) = try await animation()
        for frame in frames.dropFirst() {
            bytes[try #require(frame.controlStart) + 4] = UInt8(frame.number % 2)
        }
        // The last frame has no graphic control at all.
        let control = try #require(frames[3].controlStart)
        bytes.removeSubrange(control..<frames[3].start)
        let source = try OpenedFile.write(bytes, as: "hurried.gif")
        let cleaned = try await SharedEngine.render(source, .gif, .clean, as: "clean.gif")
        let after = try await SharedEngine.probe(cleaned.path, .gif, listsFrames: true)
        #expect(after.findings == [])
        #expect(after.frames?.dropFirst().map(\.delay) == [10, 10, 10])
        let pictures = try await pictures(source)
        #expect(Set(pictures).count == 4)
        #expect(try await self.pictures(cleaned.path) == pictures)
    }

    @Test func aGIFWithoutItsEndGetsOneAndItsPixelsStay() async throws {
        let (bytes, _) = try await animation()
        let whole = try await pictures(OpenedFile.write(bytes, as: "whole.gif"))
        // Without the end marker, and without the end of the last frame's blocks as well.
        for missing in 1...2 {
            let source = try OpenedFile.write(
                Array(bytes.dropLast(missing)), as: "\(missing).gif")
            let cleaned = try await SharedEngine.render(
                source, .gif, .clean, as: "clean-\(missing).gif")
            #expect(try cleaned.bytes == bytes)
            #expect(try await pictures(cleaned.path) == whole)
        }
    }

    @Test func aBrokenLastFrameOfAGIFIsLeftOutOnRequest() async throws {
        let (bytes, frames) = try await animation()
        let whole = try await pictures(OpenedFile.write(bytes, as: "whole.gif"))
        let middle = (frames[3].dataRange.lowerBound + frames[3].dataRange.upperBound) / 2
        let source = try OpenedFile.write(Array(bytes.prefix(middle)), as: "cut.gif")
        let refusal = try await refusal {
            try await SharedEngine.render(source, .gif, .clean, as: "clean.gif")
        }
        #expect(refusal.reason == .cannotFit)
        let salvaged = try await SharedEngine.render(source, .gif, .salvage, as: "saved.gif")
        #expect(salvaged.rendering.droppedFrame == 4)
        #expect(try await SharedEngine.probe(salvaged.path, .gif).findings == [])
        #expect(try await pictures(salvaged.path) == Array(whole.prefix(3)))
    }

    @Test(arguments: [(MediaType.jpeg, "a.jpg"), (.png, "a.png")])
    func onlyAnimationsAreSalvaged(_ type: MediaType, _ name: String) async throws {
        let source = try await Drawing.quarters(16, 16).write(name)
        let refusal = try await refusal {
            try await SharedEngine.render(source, type, .salvage, as: "out")
        }
        #expect(refusal.reason == .cannotFit)
    }

    @Test func framesAreListedOnlyOnRequestAndWithoutDecodingTooMany() async throws {
        let source = try await Media.gif(frames: 3, width: 32, height: 24)
        #expect(try await SharedEngine.probe(source, .gif).frames == nil)
        let listed = try await SharedEngine.probe(source, .gif, listsFrames: true)
        #expect(listed.frames?.map(\.number) == [1, 2, 3])
        let many = try await Media.gif(
            "many.gif", frames: SharedEngine.limits.maxFrames + 1, width: 8, height: 8,
            pattern: .red)
        let facts = try await SharedEngine.probe(many, .gif, depth: .plan, listsFrames: true)
        #expect(facts.picture?.frames == SharedEngine.limits.maxFrames + 1)
        #expect(facts.frames?.count == SharedEngine.limits.maxFrames + 1)
    }

    @Test func whatHasNoParserCannotBeCleaned() async throws {
        let source = try await Drawing.quarters(16, 16).write("picture.bmp")
        let refusal = try await refusal {
            try await SharedEngine.render(source, .bmp, .clean, as: "clean.bmp")
        }
        #expect(refusal.reason == .cannotFit)
    }
}
