import Foundation
import TestSupport
import Testing

/// What the other tests rely on.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5)))
struct TestSupportTests {
    @Test func programsOutputAndStatusAreSeen() async throws {
        let output = try await Shell.run(
            ["sh", "-c", "echo out; echo err >&2; cat; pwd; echo $GIVEN; exit 3"],
            in: TemporaryDirectory.current, environment: ["GIVEN": "value"],
            input: Array("in\n".utf8))
        #expect(output.status == 3)
        #expect(output.stdout == "out\nin\n\(TemporaryDirectory.current)\nvalue\n")
        #expect(output.stderr == "err\n")
    }

    @Test func largeOutputDoesNotBlockTheProgram() async throws {
        let output = try await Shell.run(["head", "-c", "5000000", "/dev/zero"])
        #expect(output.standardOutput.count == 5_000_000)
    }

    @Test func manyProgramsRunAtOnce() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<30 {
                group.addTask {
                    let output = try await Shell.run(["echo", "\(number)"])
                    #expect(output.stdout == "\(number)\n")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func missingProgramIsAnError() async {
        await #expect(throws: SystemError.self) {
            try await Shell.run(["no-such-program-anywhere"])
        }
    }

    @Test func signalEndsAProgram() async throws {
        let process = try RunningProcess(["sleep", "1000"])
        process.signal(SIGTERM)
        #expect(try await process.output().status == 128 + SIGTERM)
        process.signal(SIGTERM)
    }

    /// An exit test would wait until somebody asks for the output.
    @Test func endedProgramLeavesNothingThatAWaitForAnyChildWouldFind() async throws {
        let process = try RunningProcess(["true"])
        await PushMedia.until { kill(process.id, 0) != 0 }
        #expect(try await process.output().status == 0)
    }

    @Test func cancellationKillsTheProgram() async throws {
        let run = Task { try await Shell.run(["sleep", "1000"]) }
        run.cancel()
        #expect(try await run.value.status == 128 + SIGKILL)
    }

    @Test func cancelledTaskDoesNotWaitAtAGate() async {
        let run = Task { try await Gate().wait() }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    @Test(arguments: 0..<3)
    func everyCaseHasAnEmptyFolder(_ number: Int) throws {
        let folder = TemporaryDirectory.current
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        try Data().write(to: URL(filePath: folder + "/left behind"))
    }

    @Test func productsLieBesideTheTests() {
        #expect(FileManager.default.fileExists(atPath: Products.path(of: "Modules")))
    }
}
