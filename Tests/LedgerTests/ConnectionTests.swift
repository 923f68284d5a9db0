import TestSupport
import Testing

@testable import Ledger

@Suite(.temporaryDirectory)
struct ConnectionTests {
    let connection: Connection

    init() throws {
        connection = try Connection(path: TemporaryDirectory.current + "/test.sqlite")
        try connection.run("CREATE TABLE note (id INTEGER PRIMARY KEY, text BLOB)")
    }

    @Test func valuesComeBackAsTheyWereBound() throws {
        try connection.run("INSERT INTO note VALUES (?, ?)", .integer(.min), .blob([0, 1, 255]))
        try connection.run("INSERT INTO note VALUES (?, ?)", .integer(.max), .blob([]))
        let rows = try connection.rows("SELECT id, text FROM note ORDER BY id") {
            (id: $0.integer(0), text: $0.blob(1))
        }
        #expect(rows.map(\.id) == [.min, .max])
        #expect(rows.map(\.text) == [[0, 1, 255], []])
    }

    @Test func failedTransactionLeavesNothing() throws {
        try connection.run("INSERT INTO note VALUES (1, x'00')")
        #expect(throws: LedgerError.self) {
            try connection.transaction(.full) { () throws(LedgerError) in
                try connection.run("INSERT INTO note VALUES (2, x'00')")
                try connection.run("INSERT INTO note VALUES (1, x'00')")
            }
        }
        #expect(try connection.rows("SELECT id FROM note") { $0.integer(0) } == [1])
        // The next transaction is not hindered.
        try connection.transaction(.relaxed) { () throws(LedgerError) in
            try connection.run("INSERT INTO note VALUES (2, x'00')")
        }
    }

    @Test func durabilityIsSetForEveryTransaction() throws {
        for (durability, synchronous) in [
            (Connection.Durability.full, Int64(2)), (.relaxed, 1), (.full, 2), (.full, 2),
        ] {
            let found = try connection.transaction(durability) { () throws(LedgerError) in
                try connection.rows("PRAGMA synchronous") { $0.integer(0) }
            }
            #expect(found == [synchronous])
        }
    }

    @Test func fullDatabaseIsOutOfSpace() throws {
        try connection.run("PRAGMA max_page_count = 10")
        let error = #expect(throws: LedgerError.self) {
            try connection.run(
                "INSERT INTO note VALUES (?, ?)", .integer(1),
                .blob(Array(repeating: 7, count: 100_000)))
        }
        #expect(error?.kind == .outOfSpace)
        #expect(error?.sql == "INSERT INTO note VALUES (?, ?)")
    }

    @Test func databaseThatAnotherProgramHoldsIsBusy() throws {
        let other = try Connection(path: TemporaryDirectory.current + "/test.sqlite")
        try other.run("PRAGMA busy_timeout = 0")
        let error = #expect(throws: LedgerError.self) {
            try connection.transaction(.full) { () throws(LedgerError) in
                try other.run("BEGIN IMMEDIATE")
            }
        }
        #expect(error?.kind == .busy)
    }
}
