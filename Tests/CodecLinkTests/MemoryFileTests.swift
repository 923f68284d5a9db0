import CodecLink
import Glibc
import Testing

struct MemoryFileTests {
    /// A codec process may hold every output that it ever wrote.
    @Test func whoeverKeepsItCanFillItNoMore() throws {
        var file: MemoryFile? = try MemoryFile()
        let kept = dup(try #require(file?.descriptor))
        defer { close(kept) }
        #expect(pwrite(kept, [1, 2, 3], 3, 0) == 3)
        #expect(file?.size == 3)
        file = nil
        #expect(lseek(kept, 0, SEEK_END) == 0)
        #expect(pwrite(kept, [1], 1, 0) == -1)
        #expect(ftruncate(kept, 10) == -1)
    }
}
