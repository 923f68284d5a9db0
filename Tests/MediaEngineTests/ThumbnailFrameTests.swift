import AttachmentRules
import TestSupport
import Testing

/// The frame of an animation that stands for it where nothing moves.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct ThumbnailFrameTests {
    private static func checks(_ x: Int, _ y: Int) -> Colour {
        (x / 8 + y / 8).isMultiple(of: 2) ? .blue : .yellow
    }

    private func picture(
        _ drawing: Drawing, _ name: String = "a.gif", _ arguments: [String] = Drawing.exactPalette
    ) async throws -> (path: String, facts: PictureFacts) {
        let path = try await drawing.write(name, arguments)
        let type: MediaType = name.hasSuffix("gif") ? .gif : .webp
        return (path, try #require(try await SharedEngine.probe(path, type).picture))
    }

    @Test(arguments: [Colour.white, .black, .clear, .red]) func emptyFramesAreLeftOut(
        _ empty: Colour
    ) async throws {
        let drawing = Drawing(96, 64, frames: 8) { x, y, frame in
            frame < 3 ? empty : Self.checks(x + frame, y)
        }
        let (path, facts) = try await picture(drawing)
        #expect(facts.frames == 8)
        #expect(facts.thumbnailFrame == 3)
        #expect(try await Luma(of: path, frame: 3).spread > 30)
        #expect(try await Luma(of: path, frame: 2).spread < 3)
    }

    @Test func aFadeIsOver() async throws {
        let drawing = Drawing(96, 64, frames: 14) { x, y, frame in
            let share = min(10, frame)
            let colour = Self.checks(x, y)
            func faded(_ band: UInt8) -> UInt8 { UInt8(Int(band) * share / 10) }
            return Colour(
                red: faded(colour.red), green: faded(colour.green), blue: faded(colour.blue))
        }
        let frame = try #require(try await picture(drawing).facts.thumbnailFrame)
        #expect(frame >= 9 && frame <= 11)
    }

    @Test func aGoodFirstFrameStays() async throws {
        let moving = Drawing(96, 64, frames: 8) { x, y, frame in Self.checks(x + 3 * frame, y) }
        #expect(try await picture(moving).facts.thumbnailFrame == 0)
        let still = try await picture(Drawing(96, 64) { x, y in Self.checks(x, y) }, "b.gif").facts
        #expect(still.frames == 1 && still.thumbnailFrame == nil)
        let empty = Drawing(96, 64, frames: 3) { _, _, _ in .white }
        let none = try await picture(
            empty, "c.gif", Drawing.exactPalette + ["-gifflags", "-offsetting"])
        #expect(none.facts.thumbnailFrame ?? 0 == 0)
    }

    @Test(arguments: [2, 3, 6]) func theLastFrameMayBeTheOne(_ count: Int) async throws {
        let drawing = Drawing(96, 64, frames: count) { x, y, frame in
            frame < count - 1 ? Colour(red: UInt8(frame), green: 0, blue: 0) : Self.checks(x, y)
        }
        #expect(try await picture(drawing).facts.thumbnailFrame == count - 1)
    }

    @Test func theSquareBelongsToTheFrame() async throws {
        // Something is seen on the right, then on the left.
        let drawing = Drawing(160, 80, frames: 7) { x, y, frame in
            let isThere = frame > 0 && (frame < 4 ? x > 110 : x < 50)
            return isThere && (x / 8 + y / 8).isMultiple(of: 2) ? .red : .white
        }
        let facts = try await picture(drawing).facts
        #expect(facts.thumbnailFrame == 1)
        let square = try #require(facts.attention)
        #expect(square.x > 0.3 && abs(square.width - 0.5) < 0.01 && square.height == 1)
    }

    @Test func framesAreLookedAtAsTheyAreComposed() async throws {
        // The second frame holds no more than what is new: a line.
        let drawing = Drawing(96, 64, frames: 3) { x, y, frame in
            y > 60 && frame > 0 ? .red : frame == 0 ? .white : Self.checks(x, y)
        }
        #expect(try await picture(drawing).facts.thumbnailFrame == 1)
    }

    @Test func blackOnTransparentIsSeen() async throws {
        let drawing = Drawing(96, 64, frames: 4) { x, y, frame in
            frame > 0 && (x / 8 + y / 8).isMultiple(of: 2) ? .black : .clear
        }
        #expect(try await picture(drawing).facts.thumbnailFrame == 1)
    }

    @Test func aWebPHasOneAsWell() async throws {
        let drawing = Drawing(96, 64, frames: 6) { x, y, frame in
            frame < 1 ? .white : Self.checks(x + frame, y)
        }
        let arguments = ["-c:v", "libwebp_anim", "-lossless", "1"]
        #expect(try await picture(drawing, "a.webp", arguments).facts.thumbnailFrame == 1)
    }
}
