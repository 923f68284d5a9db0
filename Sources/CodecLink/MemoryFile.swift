internal import CCage
internal import Glibc

/// An empty output that lies in memory, for a rendering that nobody publishes.
///
/// It is gone with this value, even if a codec process keeps its descriptor.
package final class MemoryFile: Sendable {
    package let descriptor: Int32

    package init() throws(LinkError) {
        var descriptor: Int32 = -1
        let status = unsafe cage_memory_file(&descriptor)
        guard status == 0 else { throw .system(errno: -status) }
        self.descriptor = descriptor
    }

    deinit {
        cage_empty_memory_file(descriptor)
        close(descriptor)
    }

    /// How many bytes were written to it.
    package var size: Int64 {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }
}
