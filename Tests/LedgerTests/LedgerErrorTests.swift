import Foundation
import TestSupport
import Testing

@testable import Ledger

@Suite(.temporaryDirectory, .timeLimit(.minutes(5)))
struct LedgerErrorTests {
    let folder = TemporaryDirectory.current

    @Test func secondLedgerInAFolderIsRefused() async throws {
        let first = try Ledger(directory: folder)
        expectError(.locked) { _ = try Ledger(directory: folder) }
        // The first is unharmed.
        try await first.store(result: [1], for: [1])
        #expect(try await first.counts().done == 1)
    }

    @Test func otherProcessIsRefusedToo() async throws {
        let ledger = try Ledger(directory: folder)
        let output = try await Shell.run(["flock", "-n", folder + "/.pushmedia/lock", "true"])
        #expect(output.status == 1)
        withExtendedLifetime(ledger) {}
    }

    @Test func lockIsNotInheritedByPrograms() async throws {
        let program: RunningProcess
        do {
            let ledger = try Ledger(directory: folder)
            program = try RunningProcess(["sleep", "1000"])
            withExtendedLifetime(ledger) {}
        }
        defer { program.signal(SIGKILL) }
        _ = try Ledger(directory: folder)
    }

    @Test func ledgersOfTwoFoldersDoNotMeet() throws {
        let ledgers = try ["one", "two"].map { try Ledger(directory: folder + "/" + $0) }
        #expect(ledgers.count == 2)
    }

    @Test func fileThatIsNoDatabaseIsCorrupt() throws {
        try makeOwnFolder()
        try Data(repeating: 0x2a, count: 10_000).write(to: URL(filePath: database))
        expectError(.corrupt) { _ = try Ledger(directory: folder) }
    }

    @Test func databaseOfAnotherProgramIsCorrupt() throws {
        try makeOwnFolder()
        let connection = try Connection(path: database)
        try connection.run("PRAGMA user_version = 1")
        try connection.run("CREATE TABLE note (text)")
        expectError(.corrupt) { _ = try Ledger(directory: folder) }
    }

    @Test func damagedPagesAreCorrupt() async throws {
        try await {
            let ledger = try Ledger(directory: folder)
            try await ledger.begin((0..<5000).map { job("job number \($0)") })
        }()
        let handle = try FileHandle(forUpdating: URL(filePath: database))
        for page in 2..<UInt64(40) {
            try handle.seek(toOffset: page * 4096)
            try handle.write(contentsOf: Data(repeating: 0xa5, count: 4096))
        }
        try handle.close()
        let error = await #expect(throws: LedgerError.self) {
            let ledger = try Ledger(directory: folder)
            while try await ledger.lease() != nil {}
            _ = try await ledger.counts()
        }
        #expect(error?.kind == .corrupt)
    }

    @Test func ledgerOfANewerProgramIsRefusedAndLeftAlone() throws {
        _ = try Ledger(directory: folder)
        let connection = try Connection(path: database)
        try connection.run("PRAGMA user_version = 2")
        expectError(.newerVersion) { _ = try Ledger(directory: folder) }
        #expect(try connection.rows("PRAGMA user_version") { $0.integer(0) } == [2])
    }

    @Test func folderThatCannotBeMadeIsUnavailable() throws {
        try Data().write(to: URL(filePath: folder + "/file"))
        expectError(.unavailable) { _ = try Ledger(directory: folder + "/file/inside") }
    }

    @Test func errorSaysWhatAndWhere() throws {
        try Data().write(to: URL(filePath: folder + "/file"))
        let thrown = #expect(throws: LedgerError.self) {
            _ = try Ledger(directory: folder + "/file/inside")
        }
        #expect(
            thrown?.description == "mkdir: \(folder)/file/inside: Not a directory")
        #expect(thrown?.extendedCode == ENOTDIR)
    }

    private var database: String { folder + "/.pushmedia/ledger.sqlite" }

    private func makeOwnFolder() throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/.pushmedia", withIntermediateDirectories: true)
    }
}

private func expectError(
    _ kind: LedgerError.Kind, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    let error = #expect(throws: LedgerError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.kind == kind, sourceLocation: sourceLocation)
}
