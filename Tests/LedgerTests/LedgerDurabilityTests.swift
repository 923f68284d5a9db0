import Foundation
import Ledger
import TestSupport
import Testing
import WorkQueue

/// What is left when a run ends in some other way than by finishing.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5)))
struct LedgerDurabilityTests {
    let folder = TemporaryDirectory.current

    @Test func reopenedLedgerHasItsResultsAndNoLeases() async throws {
        try await {
            let ledger = try Ledger(directory: folder)
            try await ledger.begin([job("a", 3), job("b", 2), job("c", 1)])
            try await ledger.complete(try #require(try await ledger.lease()), result: [1])
            _ = try await ledger.lease()
        }()
        let ledger = try Ledger(directory: folder)
        #expect(try await ledger.counts() == (2, 0, 1))
        #expect(try await ledger.result(for: bytes("a")) == [1])
        let lease = try #require(try await ledger.lease())
        #expect(lease.key == bytes("b"))
        #expect(lease.attempt == 1)
    }

    @Test func attemptsThatWereCountedStayCounted() async throws {
        try await {
            let ledger = try Ledger(directory: folder)
            try await ledger.begin([job("a")])
            try await ledger.retry(try #require(try await ledger.lease()))
            _ = try await ledger.lease()
        }()
        let ledger = try Ledger(directory: folder)
        #expect(try await ledger.lease()?.attempt == 2)
    }

    @Test func killedProcessLeavesItsResultsAndNeitherLockNorLeases() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            let ledger = try Ledger(directory: folder)
            try await ledger.begin([job("a", 2), job("b", 1)])
            try await ledger.complete(try #require(try await ledger.lease()), result: [1])
            _ = try await ledger.lease()
            kill(getpid(), SIGKILL)
        }
        let ledger = try Ledger(directory: folder)
        #expect(try await ledger.counts() == (1, 0, 1))
        #expect(try await ledger.lease()?.key == bytes("b"))
    }

    @Test func folderIsMadeWithThoseAroundIt() throws {
        let ledger = try Ledger(directory: folder + "/several/new folders")
        withExtendedLifetime(ledger) {
            #expect(
                FileManager.default.fileExists(
                    atPath: folder + "/several/new folders/.pushmedia/ledger.sqlite"))
        }
    }
}
