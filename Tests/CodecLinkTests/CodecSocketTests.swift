import AttachmentRules
import CodecLink
import Glibc
import TestSupport
import Testing

/// Messages and descriptors over a socket, also from a program that means no good.
@Suite(.timeLimit(.minutes(5))) struct CodecSocketTests {
    private static let progress = CodecReply.progress(0.25)

    /// Late enough for a busy machine.
    private static var soon: ContinuousClock.Instant { .now + .seconds(40) }

    @Test func everyMessageArrivesAsItWasSent() throws {
        let (here, there) = try SocketPair.ours()
        let recipe = ClipRecipe(
            container: .mp4, video: .copy, audio: .encode, start: 1.5, maxSeconds: 30,
            maxSide: 1_280, maxFrameRate: 30, maxBytes: 10_000_000)
        let requests: [CodecRequest] = [
            .start(CodecLimits(maxPixels: 1, maxDecodedPixels: 2, maxFrames: 3)),
            .probe(CodecLink.Probe(type: .jpeg, offset: 7, depth: .whole, seconds: 31)),
            .render(Render(type: .mov, recipe: .clip(recipe))),
            .render(Render(type: .png, recipe: .clean)),
        ]
        for request in requests { try here.send(request) }
        for request in requests {
            let received = try there.receive(CodecRequest.self, until: Self.soon)
            #expect(received.message == request)
            #expect(received.descriptors == [])
        }
        let replies: [CodecReply] = [
            Self.progress,
            .ready(
                CodecVersions(libvips: "8", ffmpeg: "5", missing: ["x"]),
                Cage(landlock: 7, filtersCalls: true, tellsBreaches: true)),
            .facts(Facts(type: .gif, bytes: 9)), .rendered(Rendering(encodes: 2)),
            .refused(Refusal(reason: .corrupt, stage: "decode", message: "\u{1F4F7} \"\n")),
        ]
        for reply in replies { try there.send(reply) }
        for reply in replies {
            #expect(try here.receive(CodecReply.self, until: Self.soon).message == reply)
        }
    }

    @Test func aMessageMayComeInPieces() async throws {
        let pair = try SocketPair()
        let bytes = try SocketPair.framed(Self.progress) + SocketPair.framed(Self.progress)
        async let written: Void = onThread { for byte in bytes { try pair.raw.write([byte]) } }
        for _ in 0..<2 {
            let received = try await onThread {
                try pair.socket.receive(CodecReply.self, until: Self.soon)
            }
            #expect(received.message == Self.progress)
        }
        try await written
    }

    @Test func aMessageLargerThanTheSocketsBufferArrives() async throws {
        let (here, there) = try SocketPair.ours()
        let text = String(repeating: "m", count: 900_000)
        let refusal = CodecReply.refused(
            Refusal(reason: .corrupt, stage: "decode", message: text))
        async let sent: Void = onThread { try there.send(refusal) }
        let received = try await onThread {
            try here.receive(CodecReply.self, until: Self.soon)
        }
        #expect(received.message == refusal)
        try await sent
    }

    @Test func theLengthComesFirstMostSignificantByteFirst() throws {
        let pair = try SocketPair()
        try pair.socket.send(Self.progress)
        let expected = try SocketPair.framed(Self.progress)
        #expect(try pair.raw.read(4) == Array(expected.prefix(4)))
    }

    @Test(arguments: [
        SocketPair.framed([], length: 1 << 20 + 1), SocketPair.framed([], length: .max),
        SocketPair.framed([]), SocketPair.framed(Array("garbage".utf8)),
        SocketPair.framed(Array("{}".utf8)), SocketPair.framed(Array(#"{"other":{}}"#.utf8)),
        SocketPair.framed([0xFF, 0xFE, 0]),
        SocketPair.framed(Array(#"{"progress":{"_0":"much"}}"#.utf8)),
    ]) func whatIsNoMessageIsMalformed(_ bytes: [UInt8]) throws {
        let pair = try SocketPair()
        try pair.raw.write(bytes)
        #expect(throws: LinkError.malformed) {
            try pair.socket.receive(CodecReply.self, until: Self.soon)
        }
    }

    @Test(arguments: [0, 2, 4, 10]) func anEndThatGoesAwayIsClosed(_ count: Int) throws {
        let pair = try SocketPair()
        try pair.raw.write(SocketPair.framed(Self.progress).prefix(count))
        pair.raw.hangUp()
        #expect(throws: LinkError.closed) { try pair.socket.receive(CodecReply.self) }
    }

    @Test func sendingToNobodyIsClosedAndNoSignalKills() throws {
        let (here, there) = try SocketPair.ours()
        _ = consume there
        #expect(throws: LinkError.closed) {
            // The first may still fit into the buffer of an end that is being closed.
            for _ in 0..<3 { try here.send(Self.progress) }
        }
    }

    @Test(arguments: [0, 2, 4, 10]) func anEndThatSaysNothingMoreIsSilentAtTheDeadline(
        _ count: Int
    ) throws {
        let pair = try SocketPair()
        try pair.raw.write(SocketPair.framed(Self.progress).prefix(count))
        let deadline = ContinuousClock.now + .milliseconds(30)
        #expect(throws: LinkError.silent) {
            try pair.socket.receive(CodecReply.self, until: deadline)
        }
        #expect(ContinuousClock.now >= deadline)
    }

    @Test func aDeadlineThatIsPastIsSilentEvenWhereAMessageWaits() throws {
        let pair = try SocketPair()
        try pair.raw.write(SocketPair.framed(Self.progress))
        #expect(throws: LinkError.silent) {
            try pair.socket.receive(CodecReply.self, until: .now - .seconds(1))
        }
    }

    // Descriptors

    private func probe(_ seconds: Double = 1) -> CodecRequest {
        .probe(CodecLink.Probe(type: .jpeg, depth: .plan, seconds: seconds))
    }

    @Test func descriptorsTravelInTheirOrder() throws {
        let (here, there) = try SocketPair.ours()
        let pipes = [try Pipe(), try Pipe()]
        try here.send(probe(), descriptors: pipes.map(\.writing))
        for pipe in pipes { pipe.closeWriting() }
        let received = try there.receive(CodecRequest.self, until: Self.soon)
        try #require(received.descriptors.count == 2)
        for (index, descriptor) in received.descriptors.enumerated() {
            #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
            #expect(write(descriptor, [UInt8(index)], 1) == 1)
            close(descriptor)
        }
        for (index, pipe) in pipes.enumerated() {
            var byte: UInt8 = 99
            #expect(read(pipe.reading, &byte, 1) == 1)
            #expect(byte == UInt8(index))
            #expect(pipe.isAbandoned)
        }
    }

    @Test func descriptorsBelongToTheMessageTheyCameWith() throws {
        let (here, there) = try SocketPair.ours()
        let pipe = try Pipe()
        try here.send(probe(1))
        try here.send(probe(2), descriptors: [pipe.writing])
        try here.send(probe(3))
        pipe.closeWriting()
        for (seconds, count) in [(1.0, 0), (2, 1), (3, 0)] {
            let received = try there.receive(CodecRequest.self, until: Self.soon)
            #expect(received.message == probe(seconds))
            #expect(received.descriptors.count == count)
            for descriptor in received.descriptors { close(descriptor) }
        }
        #expect(pipe.isAbandoned)
    }

    @Test func descriptorsOfAMalformedMessageAreClosed() throws {
        let (here, there) = try SocketPair.ours()
        let pipe = try Pipe()
        try here.send(["no", "request"], descriptors: [pipe.writing])
        pipe.closeWriting()
        #expect(throws: LinkError.malformed) {
            try there.receive(CodecRequest.self, until: Self.soon)
        }
        #expect(pipe.isAbandoned)
    }

    @Test func moreThanTwoDescriptorsAreNotSent() throws {
        let (here, _) = try SocketPair.ours()
        #expect(throws: LinkError.system(errno: EINVAL)) {
            try here.send(probe(), descriptors: [0, 1, 2])
        }
    }

    @Test func aDescriptorThatIsNotOpenIsAnError() throws {
        let (here, _) = try SocketPair.ours()
        #expect(throws: LinkError.system(errno: EBADF)) {
            try here.send(probe(), descriptors: [-1])
        }
    }

    @Test func waitingForTheHangUpEndsWithIt() async throws {
        let pair = try SocketPair()
        let socket = pair.socket
        async let hungUp: Void = onThread { try socket.waitForHangUp() }
        // A message is no hang-up, and neither is an end that still listens.
        try pair.raw.write(SocketPair.framed(Self.progress))
        pair.raw.hangUpBothWays()
        try await hungUp
    }
}
