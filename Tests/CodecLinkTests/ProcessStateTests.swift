import Glibc
import Testing

@testable import CodecLink

struct ProcessStateTests {
    @Test func memoryIsWhatLiesInNoFile() {
        let state = ProcessState(
            status: """
                Name:\tpushmedia-codec
                VmRSS:\t   90000 kB
                RssAnon:\t    1000 kB
                RssFile:\t   70000 kB
                RssShmem:\t     200 kB
                VmPTE:\t      30 kB
                VmSwap:\t       4 kB
                Threads:\t17
                """)
        #expect(state.memory == 1_234 * 1_024)
        #expect(state.threads == 17)
    }

    @Test func ownStateIsShown() throws {
        let state = try #require(ProcessState(getpid()))
        #expect(state.memory > 1_000_000)
        #expect(state.threads >= 1)
    }

    @Test func noProcessHasNone() {
        #expect(ProcessState(Int32.max).map(\.threads) == nil)
    }
}
