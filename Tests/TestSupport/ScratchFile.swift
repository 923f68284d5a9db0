import Glibc

/// A file without a name, for what goes into and comes out of a program.
package final class ScratchFile: Sendable {
    package let descriptor: Int32

    package init(_ bytes: [UInt8] = []) throws {
        let path = "/tmp/pushmedia-test-\(UInt64.random(in: 0 ... .max))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("open", path) }
        unlink(path)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw SystemError("write", path)
        }
    }

    deinit { close(descriptor) }

    /// Everything that was written to it.
    package func contents() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else {
            throw SystemError("read", "scratch file")
        }
        return bytes
    }
}
