import Glibc
import Storage
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct OpenFileTests {
    /// It is handed to a process that is not trusted.
    @Test func whatIsOpenedForReadingCannotBeWritten() throws {
        try put([1, 2, 3], "a")
        let file = try OpenFile(reading: here("a"))
        #expect(fcntl(file.descriptor, F_GETFL) & O_ACCMODE == O_RDONLY)
        #expect(write(file.descriptor, [4], 1) == -1)
        #expect(ftruncate(file.descriptor, 0) == -1)
        #expect(try get("a") == [1, 2, 3])
    }
}
