import AttachmentRules
import CodecLink
import Glibc
import Synchronization
import TestSupport
import Testing

/// A lane with the real codec program behind it, and with programs that do what it never should.
@Suite(.temporaryDirectory, .timeLimit(.minutes(2))) struct CodecLaneTests {
    private static let small = PictureRecipe(
        maxWidth: 32, maxHeight: 32, fit: .inside, orientation: 1, format: .jpeg,
        maxBytes: 100_000)

    private func picture() async throws -> InputFile {
        try InputFile(await Media.jpeg(width: 64, height: 48))
    }

    // Work

    @Test func aPictureIsProbedAndRendered() async throws {
        let lane = await CodecLane.lane(Products.path(of: "pushmedia-codec"))
        let versions = try await lane.start().versions
        #expect(versions.libvips.hasPrefix("8."))
        #expect(versions.missing == [])
        let input = try await picture()
        let facts = try await lane.facts(input)
        #expect(facts.type == .jpeg)
        #expect(facts.picture?.width == 64)
        #expect(facts.picture?.height == 48)
        let output = try InputFile.output("small.jpg")
        let rendering = try await lane.render(
            .image(Self.small), .jpeg, from: input, to: output)
        #expect(rendering == Rendering(encodes: 1))
        let judged = try await TestSupport.Probe.of(output.path).video
        #expect(judged?.width == 32)
        #expect(judged?.height == 24)
        await lane.stop()
    }

    @Test func progressIsReportedOnTheWay() async throws {
        let lane = await CodecLane.lane(Products.path(of: "pushmedia-codec"))
        let input = try InputFile(
            await Media.mp4(seconds: 4, width: 160, height: 120, sound: false))
        let fractions = Mutex<[Double]>([])
        try await lane.render(
            .clip(Self.clip), .mp4, from: input, to: InputFile.output("out.mp4")
        ) { fraction in fractions.withLock { $0.append(fraction) } }
        let reported = fractions.withLock { $0 }
        #expect(!reported.isEmpty)
        #expect(reported == reported.sorted())
        #expect(reported.allSatisfy { (0...1).contains($0) })
        await lane.stop()
    }

    private static let clip = ClipRecipe(
        container: .mp4, video: .encode, audio: .drop, start: 0, maxSeconds: 30, maxSide: 1_280,
        maxFrameRate: 30, maxBytes: 1_000_000)

    @Test func aRefusalIsTheInputsFaultAndKeepsTheProcess() async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        let input = try await picture()
        let refusal = await #expect(throws: Refusal.self) { try await lane.facts(input, .mp4) }
        #expect(refusal?.reason == .corrupt)
        #expect(try await lane.facts(input).picture?.width == 64)
        #expect(try program.processes.count == 1)
        await lane.stop()
    }

    @Test func aStoppedLaneStartsAnotherProcess() async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        let input = try await picture()
        _ = try await lane.facts(input)
        await lane.stop()
        #expect(try program.processes.first?.isGone == true)
        _ = try await lane.facts(input)
        #expect(try program.processes.count == 2)
        await lane.stop()
    }

    // Failures

    @Test func aKilledProcessHasCrashedAndTheNextRequestMeetsAFreshOne() async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        let input = try await picture()
        _ = try await lane.facts(input)
        try #require(try program.processes.last).signal(SIGKILL)
        await #expect(throws: CodecFailure.crashed("signal 9")) { try await lane.facts(input) }
        #expect(try program.processes.last?.isGone == true)
        #expect(try await lane.facts(input).picture?.width == 64)
        #expect(try program.processes.count == 2)
        await lane.stop()
    }

    @Test func aStoppedProcessHasStalledAndTheNextRequestMeetsAFreshOne() async throws {
        let program = try CodecProgram(Self.ready + "\nkill -STOP $$")
        // Long enough for a busy machine to start the script.
        let lane = await CodecLane.lane(program.path, stall: .seconds(3))
        let input = try await picture()
        for count in 1...2 {
            await #expect(throws: CodecFailure.stalled(.seconds(3))) { try await lane.facts(input) }
            #expect(try program.processes.count == count)
            #expect(try program.processes.last?.isGone == true)
        }
    }

    @Test func aProgramThatNeverAnswersHasStalled() async throws {
        let program = try CodecProgram(CodecProgram.silence)
        let lane = await CodecLane.lane(program.path, start: .milliseconds(200))
        let input = try await picture()
        await #expect(throws: CodecFailure.stalled(.milliseconds(200))) {
            try await lane.facts(input)
        }
        await #expect(throws: CodecFailure.stalled(.milliseconds(200))) {
            try await lane.start()
        }
    }

    @Test func aRequestPastTheAssetsDeadlineIsLate() async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path, deadline: .milliseconds(1))
        let input = try await picture()
        await #expect(throws: CodecFailure.late(.milliseconds(1))) { try await lane.facts(input) }
        #expect(try program.processes.last?.isGone == true)
    }

    @Test func aProgramThatIsNotThereIsUnreachable() async throws {
        let input = try await picture()
        let missing = await CodecLane.lane(TemporaryDirectory.current + "/nothing")
        await #expect(throws: CodecFailure.unreachable(errno: ENOENT)) {
            try await missing.facts(input)
        }
        let forbidden = await CodecLane.lane(input.path)
        await #expect(throws: CodecFailure.unreachable(errno: EACCES)) {
            try await forbidden.facts(input)
        }
    }

    @Test(arguments: [("/bin/true", "exit code 0"), ("/bin/false", "exit code 1")])
    func aProgramThatEndsAtOnceHasCrashed(_ program: String, _ ending: String) async throws {
        let lane = await CodecLane.lane(program)
        let input = try await picture()
        for _ in 0..<2 {
            await #expect(throws: CodecFailure.crashed(ending)) { try await lane.facts(input) }
        }
    }

    private static let ready = CodecProgram.answer(
        #"{"ready":{"_0":{"libvips":"8","ffmpeg":"5","missing":[]},"#
            + #""_1":{"landlock":7,"filtersCalls":true,"tellsBreaches":false,"isMeasured":true}}}"#)
    private static let rendered = CodecProgram.answer(
        #"{"rendered":{"_0":{"encodes":1,"profileIgnored":false}}}"#)

    @Test(arguments: ["printf 'garbage, garbage' >&3", rendered, ready + "\n" + rendered])
    func aProgramThatAnswersAnythingElseIsMalformedAndReplaced(_ answers: String) async throws {
        let program = try CodecProgram(answers + "\n" + CodecProgram.silence)
        let lane = await CodecLane.lane(program.path)
        let input = try await picture()
        for count in 1...2 {
            await #expect(throws: CodecFailure.malformed) { try await lane.facts(input) }
            #expect(try program.processes.count == count)
            #expect(try program.processes.last?.isGone == true)
        }
    }

    // Cancellation

    @Test func cancellingEndsTheWorkInTheMiddle() async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        let input = try InputFile(
            await Media.mp4(seconds: 25, width: 160, height: 120, sound: false))
        let output = try InputFile.output("out.mp4")
        let working = Gate()
        let work = Task {
            try await lane.render(.clip(Self.clip), .mp4, from: input, to: output) { _ in
                working.open()
            }
        }
        try await working.wait()
        work.cancel()
        await #expect(throws: CodecFailure.interrupted) { try await work.value }
        #expect(try program.processes.last?.isGone == true)
        #expect(try await lane.facts(picture()).picture?.width == 64)
        await lane.stop()
    }

    @Test func cancellingNeedsNoHelpOfTheProcess() async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        let input = try await picture()
        _ = try await lane.facts(input)
        try #require(try program.processes.last).signal(SIGSTOP)
        let clock = ContinuousClock()
        let began = clock.now
        let work = Task { try await lane.facts(input) }
        work.cancel()
        await #expect(throws: CodecFailure.interrupted) { try await work.value }
        #expect(clock.now - began < .seconds(20), "far less than the stall time")
    }

    @Test func cancellingEndsAProgramThatDoesNotEvenStart() async throws {
        let program = try CodecProgram(CodecProgram.silence)
        let lane = await CodecLane.lane(program.path)
        let input = try await picture()
        let clock = ContinuousClock()
        let began = clock.now
        let work = Task { try await lane.facts(input) }
        // The script has noted its process as soon as it runs.
        while (try? program.processes.isEmpty) ?? true { await Task.yield() }
        work.cancel()
        await #expect(throws: CodecFailure.interrupted) { try await work.value }
        #expect(clock.now - began < .seconds(20), "far less than the stall time")
    }

    @Test func aCancelledRequestDoesNotColourTheNextFailure() async throws {
        let path = TemporaryDirectory.current + "/codec.pids"
        let real = Products.path(of: "pushmedia-codec")
        let program = try CodecProgram(
            "[ \"$(wc -l < '\(path)')\" -gt 1 ] && exit 7\nexec '\(real)'")
        let lane = await CodecLane.lane(program.path)
        let input = try InputFile(
            await Media.mp4(seconds: 25, width: 160, height: 120, sound: false))
        let output = try InputFile.output("out.mp4")
        let working = Gate()
        let work = Task {
            try await lane.render(.clip(Self.clip), .mp4, from: input, to: output) { _ in
                working.open()
            }
        }
        try await working.wait()
        work.cancel()
        await #expect(throws: CodecFailure.interrupted) { try await work.value }
        await #expect(throws: CodecFailure.crashed("exit code 7")) { try await lane.facts(input) }
    }
}
