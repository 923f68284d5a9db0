import AttachmentRules
import CodecLink
import Foundation
import Glibc
import TestSupport
import Testing

/// The codec program as a process: what it inherits, what it keeps, and when it ends.
@Suite(.temporaryDirectory, .timeLimit(.minutes(2))) struct CodecProcessTests {
    @Test func itInheritsNothingButItsSocket() async throws {
        // What a careless parent leaves open.
        let careless = open("/dev/zero", O_RDONLY)
        try #require(careless > 3)
        defer { close(careless) }
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        _ = try await lane.facts(InputFile(await Media.jpeg(width: 64, height: 48)))
        let process = try #require(try program.processes.first)
        let descriptors = try process.descriptors
        #expect(descriptors.keys.sorted() == [0, 1, 2, 3])
        for number in 0...2 as ClosedRange<Int32> { #expect(descriptors[number] == "/dev/null") }
        #expect(descriptors[3]?.hasPrefix("socket:") == true)
        // The last one is the script's own.
        let allowed: Set<Substring> = [
            "OMP_NUM_THREADS", "MALLOC_ARENA_MAX", "MALLOC_PERTURB_", "LC_ALL", "PWD",
            "SWIFT_BACKTRACE",
        ]
        let names = Set(try process.environment.map { $0.split(separator: "=")[0] })
        #expect(names.isSubset(of: allowed))
        #expect(getpgid(process.id) == process.id)
        await lane.stop()
    }

    @Test func twoHundredRequestsLeaveNoDescriptorOpenInIt() async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        let input = try InputFile(await Media.jpeg(width: 16, height: 16))
        let output = try InputFile.output("clean.jpg")
        for request in 0..<100 {
            // Every other one is refused.
            _ = try? await lane.facts(input, request % 2 == 0 ? .jpeg : .png)
            try await lane.render(.clean, .jpeg, from: input, to: output)
        }
        #expect(try program.processes.count == 1)
        #expect(try program.processes.first?.descriptors.keys.sorted() == [0, 1, 2, 3])
        await lane.stop()
    }

    @Test func requestsAndFailuresLeaveNoDescriptorOpenHere() async throws {
        let path = try await Media.jpeg(width: 16, height: 16)
        // In a process where no other test opens anything.
        await #expect(processExitsWith: .success) { [path = path as String] in
            let input = try InputFile(path)
            let lane = await CodecLane.lane(Products.path(of: "pushmedia-codec"))
            _ = try await lane.facts(input)
            let before = try ProcessView.own.descriptors
            for request in 0..<200 {
                _ = try? await lane.facts(input, request % 2 == 0 ? .jpeg : .png)
            }
            for program in ["/bin/true", "/nowhere"] {
                let failing = await CodecLane.lane(program)
                for _ in 0..<10 { _ = try? await failing.facts(input) }
            }
            #expect(try ProcessView.own.descriptors.keys.sorted() == before.keys.sorted())
            await lane.stop()
            // Its socket, and what tells of breaches.
            #expect(try ProcessView.own.descriptors.count == before.count - 2)
        }
    }

    // The end

    @Test func itEndsByItselfWhenItsSocketCloses() async throws {
        let process = try await SpawnedCodec.kept()
        try process.hangUp()
        #expect(try await onThread { try process.status() } == 0)
    }

    @Test func itEndsInTheMiddleOfItsWorkWhenItsSocketCloses() async throws {
        let source = try InputFile(
            await Media.mp4(seconds: 25, width: 160, height: 120, sound: false))
        let output = try InputFile.output("out.mp4")
        let process = try await SpawnedCodec.kept()
        let clip = ClipRecipe(
            container: .mp4, video: .encode, audio: .drop, start: 0, maxSeconds: 30,
            maxSide: 1_280, maxFrameRate: 30, maxBytes: 1_000_000)
        let status = try await onThread {
            try process.ask(.start(CodecLane.limits))
            try process.ask(
                .render(Render(type: .mp4, recipe: .clip(clip))),
                descriptors: [source.descriptor, output.descriptor])
            try process.hangUp()
            defer { withExtendedLifetime((source, output)) {} }
            return try process.status()
        }
        #expect(status == 0)
    }

    /// Nothing that it sends would fail.
    @Test func itEndsWhileItDoesNothingElse() async throws {
        let process = try await SpawnedCodec.kept()
        let status = try await onThread {
            try process.ask(.start(CodecLane.limits))
            try process.send(CodecRequest.attack(.call(.spin, argument: 20)))
            try process.hangUp()
            return try process.status()
        }
        #expect(status == 0)
    }

    /// Its own thread, which waits for the socket to close, is not asked.
    @Test func itEndsWithWhoStartedIt() async throws {
        let process = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let process = try SpawnedCodec()
                        try process.ask(.start(CodecLane.limits))
                        try process.send(CodecRequest.attack(.call(.spin, argument: 20)))
                        return process
                    })
            }
        }
        #expect(try await onThread { try process.status() } == 128 + SIGKILL)
    }

    @Test func aRequestWithoutItsDescriptorsIsRefusedAndTheNextOneIsServed() async throws {
        let process = try await SpawnedCodec.kept()
        let reply = try await onThread {
            try process.ask(.start(CodecLane.limits))
            return try process.ask(
                .probe(CodecLink.Probe(type: .jpeg, depth: .plan, seconds: 1)))
        }
        guard case .refused(let refusal) = reply else {
            Issue.record("answered \(reply)")
            return
        }
        #expect(refusal.reason == .internal)
        let second = try await onThread { try process.ask(.start(CodecLane.limits)) }
        guard case .refused = second else {
            Issue.record("started twice: \(second)")
            return
        }
        try process.hangUp()
        #expect(try await onThread { try process.status() } == 0)
    }

    @Test func itEndsWhenItIsToldNoRequest() async throws {
        let process = try await SpawnedCodec.kept()
        try await onThread { try process.send(["no", "request"]) }
        #expect(try await onThread { try process.status() } == 0)
    }
}
