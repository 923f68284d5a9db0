import AttachmentRules
import CodecLink
import Foundation
import TestSupport
import Testing

/// A codec process that misbehaves costs itself, and nobody else.
///
/// `Tests/Cage/remove-controls` shows that each of these fails without its control.
@Suite(.temporaryDirectory, .timeLimit(.minutes(2))) struct MistrustTests {
    private func failure(
        of attack: Attack, deadline: Duration = .seconds(60), stall: Duration = .seconds(40)
    ) async throws -> CodecFailure? {
        let program = try CodecProgram(name: "codec-\(UUID().uuidString)")
        let lane = await CodecLane.lane(program.path, deadline: deadline, stall: stall)
        _ = try await lane.start()
        let failure = await #expect(throws: CodecFailure.self) { try await lane.attack(attack) }
        #expect(try program.processes.last?.isGone == true)
        // The next one meets a fresh process.
        await lane.beginAsset()
        #expect(try await lane.start().cage.isClosed)
        await lane.stop()
        return failure
    }

    @Test(arguments: [
        Attack.flood, .longMessage, .garbage, .wrongAnswer, .ownDescriptor,
    ])
    func whatNobodyAnswersIsMalformed(_ attack: Attack) async throws {
        #expect(try await failure(of: attack) == .malformed)
    }

    @Test func memoryWithoutEndIsCut() async throws {
        let limit: Int64 = 200_000_000
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        await lane.limitMemory(to: limit)
        await #expect(throws: CodecFailure.outOfMemory(limit: limit)) {
            try await lane.attack(.call(.allocate))
        }
        #expect(try program.processes.last?.isGone == true)
    }

    @Test func threadsWithoutEndAreCut() async throws {
        guard case .forbidden(let call) = try await failure(of: .call(.manyThreads)) else {
            Issue.record("not cut")
            return
        }
        #expect(call.hasPrefix("clone"))
    }

    @Test func descriptorsByteByByteAreMalformed() async throws {
        let failure = try await failure(of: .descriptorsByteByByte, stall: .seconds(5))
        #expect(failure == .malformed)
    }

    /// It is ended, and nobody is blamed for it.
    @Test func whatItDoesBetweenRequestsCostsTheNextNothing() async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        _ = try await lane.start()
        #expect(try await lane.attack(.later(.mount)) == 0)
        let process = try #require(try program.processes.last)
        while try process.isRunning { await Task.yield() }
        let input = try InputFile(await Media.jpeg(width: 16, height: 16))
        #expect(try await lane.facts(input).picture?.width == 16)
        #expect(try program.processes.count == 2)
        await lane.stop()
    }

    @Test func silenceIsCut() async throws {
        let stall = Duration.seconds(1)
        #expect(try await failure(of: .call(.spin), stall: stall) == .stalled(stall))
    }

    @Test func signsOfLifeDoNotPutOffTheDeadline() async throws {
        let deadline = Duration.seconds(2)
        #expect(try await failure(of: .tick, deadline: deadline) == .late(deadline))
    }

    /// A signal that no sanitizer takes for itself.
    @Test func aCrashIsTold() async throws {
        let failure = try await failure(of: .crash(SIGABRT))
        #expect(failure == .crashed("signal \(SIGABRT)"))
    }

    // Answers of the right kind

    private static let versions = CodecVersions(libvips: "8", ffmpeg: "5")
    private static let cage = Cage(landlock: 1, filtersCalls: true, tellsBreaches: false)

    /// A program that is ready, and then answers with this.
    private func program(_ reply: CodecReply) throws -> CodecProgram {
        let replies = [.ready(Self.versions, Self.cage), reply]
        let commands = try replies.map { reply in
            CodecProgram.answer(String(decoding: try JSONEncoder().encode(reply), as: UTF8.self))
        }
        return try CodecProgram(
            (commands + [CodecProgram.silence]).joined(separator: "\n"),
            name: "codec-\(UUID().uuidString)")
    }

    private func facts(_ change: (inout Facts) -> Void) async throws -> Facts {
        var facts = Facts(
            type: .jpeg, bytes: 1, picture: PictureFacts(width: 64, height: 48),
            clip: ClipFacts(
                duration: 1,
                video: VideoFacts(
                    codec: "h264", width: 64, height: 48, frameRate: 25, busiestSecond: 25,
                    frames: 25, end: 1, duration: 1),
                audio: AudioFacts(
                    codec: "aac", sampleRate: 44_100, channels: 2, end: 1, duration: 1)))
        change(&facts)
        let lane = await CodecLane.lane(try program(.facts(facts)).path)
        let input = try InputFile(
            await Media.jpeg(UUID().uuidString + ".jpg", width: 16, height: 16))
        return try await lane.facts(input)
    }

    /// What it has said before it was asked fills the lane's patience for a while, what it was asked the socket.
    @Test func whoDoesNotReadHasStalled() async throws {
        let replies = try [
            CodecReply.ready(Self.versions, Self.cage),
            .facts(Facts(type: .jpeg, bytes: 1, picture: PictureFacts(width: 64, height: 48))),
        ].map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let program = try CodecProgram(
            CodecProgram.answer(replies[0])
                + "\nwhile \(CodecProgram.answer(replies[1])); do :; done")
        let lane = await CodecLane.lane(program.path, stall: .seconds(2))
        let input = try InputFile(await Media.jpeg(width: 16, height: 16))
        await #expect(throws: CodecFailure.stalled(.seconds(2))) {
            for _ in 0..<100_000 { _ = try await lane.facts(input) }
        }
    }

    @Test func aCageThatIsAnotherIsMalformed() async throws {
        let lane = await CodecLane.lane(try program(.facts(Facts(type: .jpeg, bytes: 1))).path)
        await lane.expect(Cage(landlock: 7, filtersCalls: true, tellsBreaches: true))
        await #expect(throws: CodecFailure.malformed) { try await lane.start() }
    }

    @Test(arguments: [
        Refusal(reason: .interrupted, stage: "open", message: "x"),
        Refusal(reason: .corrupt, stage: "open", message: String(repeating: "x", count: 5_000)),
        Refusal(reason: .corrupt, stage: "\u{1b}[2J", message: "x"),
    ])
    func aRefusalOfNoFileIsMalformed(_ refusal: Refusal) async throws {
        let lane = await CodecLane.lane(try program(.refused(refusal)).path)
        let input = try InputFile(await Media.jpeg(width: 16, height: 16))
        await #expect(throws: CodecFailure.malformed) { try await lane.facts(input) }
    }

    @Test func plausibleFactsAreTaken() async throws {
        #expect(try await facts { _ in }.picture?.width == 64)
    }

    @Test(
        arguments: [
            { $0.picture?.width = .max }, { $0.picture?.height = -1 },
            { $0.picture?.frames = .max },
            { $0.picture?.duration = 1e300 }, { $0.picture?.orientation = 9 },
            { $0.picture?.trailingBytes = .min }, { $0.type = .png }, { $0.bytes = .max },
            { $0.clip?.duration = 1e300 }, { $0.clip?.video?.width = .max },
            { $0.clip?.video?.rotation = 45 }, { $0.clip?.video?.frameRate = 1e300 },
            { $0.clip?.audio?.sampleRate = -1 }, { $0.clip?.audio?.end = -1e300 },
            { $0.clip?.otherStreams = .min }, { $0.clip?.video?.codec = "h264\u{1b}[2J" },
            { $0.picture?.privateMetadata = [String(repeating: "x", count: 65)] },
            { $0.findings = [Finding(rule: "no-rule", severity: .error, message: "x")] },
            { $0.picture?.attention = ThumbnailClippingRect(x: 2, y: 0, width: 1, height: 1) },
            { $0.frames = [] },
        ] as [@Sendable (inout Facts) -> Void])
    func factsOfNoFileAreMalformed(_ change: @Sendable (inout Facts) -> Void) async throws {
        await #expect(throws: CodecFailure.malformed) { try await facts(change) }
    }

    @Test func aRenderingOfNoFileIsMalformed() async throws {
        let lane = await CodecLane.lane(try program(.rendered(Rendering(encodes: .max))).path)
        let input = try InputFile(await Media.jpeg(width: 16, height: 16))
        let output = try InputFile.output("out.jpg")
        await #expect(throws: CodecFailure.malformed) {
            try await lane.render(.clean, .jpeg, from: input, to: output)
        }
    }
}
