import Glibc

/// Reads a file piece by piece, without moving its descriptor's position.
struct ChunkReader {
    private static let chunkSize = 256 * 1024

    private let descriptor: Int32
    private let path: BytePath

    init(_ descriptor: Int32, _ path: BytePath) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Hands out the bytes from the offset on, in order, until so many were read or the file ends.
    func read(
        from start: Int64 = 0, count: Int64 = .max,
        _ body: (RawSpan) throws(StorageError) -> Void
    ) throws(StorageError) {
        let size = Int(min(Int64(Self.chunkSize), count))
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { unsafe chunk.deallocate() }
        var done: Int64 = 0
        while done < count {
            let wanted = Int(min(Int64(size), count - done))
            let got = try SystemCall.retrying("read", path) {
                unsafe pread(descriptor, chunk.baseAddress, wanted, Int(start + done))
            }
            guard got > 0 else { return }
            try body(unsafe UnsafeRawBufferPointer(rebasing: chunk[..<got]).bytes)
            done += Int64(got)
        }
    }
}
