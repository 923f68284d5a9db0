import Ledger
import TestSupport
import Testing

@Suite(.temporaryDirectory)
struct LedgerResultTests {
    let ledger: Ledger

    init() throws {
        ledger = try Ledger(directory: TemporaryDirectory.current)
    }

    @Test func unknownKeyHasNoResult() async throws {
        #expect(try await ledger.result(for: bytes("a")) == nil)
        #expect(try await ledger.results().isEmpty)
    }

    @Test func storedResultReplacesAnEarlierOne() async throws {
        try await ledger.store(result: bytes("old"), for: bytes("a"))
        try await ledger.store(result: bytes("new"), for: bytes("a"))
        #expect(try await ledger.result(for: bytes("a")) == bytes("new"))
    }

    @Test func emptyResultIsAResult() async throws {
        try await ledger.store(result: [], for: bytes("a"))
        #expect(try await ledger.result(for: bytes("a")) == [])
    }

    @Test func resultsComeInTheOrderOfTheirKeysBytes() async throws {
        for key in ["b", "a/b", "a", "B", "a!b", "é"] {
            try await ledger.store(result: bytes("of " + key), for: bytes(key))
        }
        let results = try await ledger.results()
        #expect(results.map { text($0.key) } == ["B", "a", "a!b", "a/b", "b", "é"])
        #expect(results.map { text($0.value) } == results.map { "of " + text($0.key) })
    }
}
