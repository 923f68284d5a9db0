import Glibc
import Synchronization

/// A new file that is not published yet.
///
/// It is removed when it is dropped, so whatever goes wrong leaves nothing behind. Publishing keeps
/// it under its final name; the descriptor stays open until it is dropped.
package final class StagedFile: Sendable {
    /// Open for reading and writing.
    package var descriptor: Int32 { file.descriptor }
    package var path: BytePath { file.path }

    let name: BytePath
    /// The folder it was staged in.
    let folder: OpenFile
    private let file: OpenFile
    private let isPublished = Atomic<Bool>(false)

    init(in folder: OpenFile) throws(StorageError) {
        let unique = UInt64.random(in: 0 ... .max)
        self.folder = folder
        name = BytePath(String(unique, radix: 36))
        // Not fchmod, so that the kernel applies the umask, which cannot be read without setting it.
        file = try OpenFile(
            name, in: folder, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
    }

    deinit {
        guard !isPublished.load(ordering: .acquiring) else { return }
        // If this fails, the next run clears it away.
        _ = try? SystemCall.retrying("unlink", at: name, in: folder) { unsafe unlinkat($0, $1, 0) }
    }

    package func status() throws(StorageError) -> FileStatus {
        try file.status()
    }

    package func digest() throws(StorageError) -> SHA256Digest {
        try file.digest()
    }

    /// Replaces the contents by those of an open file, so many bytes of them at most.
    package func replaceContents(
        copying source: Int32, path sourcePath: BytePath = "descriptor", count: Int64 = .max
    ) throws(StorageError) {
        try truncate()
        var offset = 0
        try ChunkReader(source, sourcePath).read(count: count) { (chunk) throws(StorageError) in
            try write(chunk, at: offset)
            offset += chunk.byteCount
        }
    }

    /// Replaces the contents.
    package func replaceContents(with bytes: [UInt8]) throws(StorageError) {
        try truncate()
        try unsafe write(bytes.span.bytes, at: 0)
    }

    /// Makes the file durable and moves it to its place in a folder, where it replaces what is
    /// there in one step.
    func move(to target: BytePath, in destination: OpenFile) throws(StorageError) {
        precondition(!isPublished.load(ordering: .acquiring), "a staged file is published once")
        try file.synchronize()
        try SystemCall.retrying("rename", at: target, in: destination) { destination, target in
            name.withCString { unsafe renameat(folder.descriptor, $0, destination, target) }
        }
        isPublished.store(true, ordering: .releasing)
        try destination.synchronize()
    }

    private func truncate() throws(StorageError) {
        try SystemCall.retrying("truncate", on: file) { ftruncate($0, 0) }
    }

    private func write(_ bytes: RawSpan, at offset: Int) throws(StorageError) {
        var done = 0
        while done < bytes.byteCount {
            let rest = bytes.extracting(droppingFirst: done)
            done += try SystemCall.retrying("write", on: file) { descriptor in
                unsafe rest.withUnsafeBytes {
                    unsafe pwrite(descriptor, $0.baseAddress, $0.count, offset + done)
                }
            }
        }
    }
}
