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

    /// The folder it was staged in, and its name there; nil for a file without a name.
    private let entry: (folder: OpenFile, name: BytePath)?
    private let file: OpenFile
    private let isPublished = Atomic<Bool>(false)

    init(in folder: OpenFile) throws(StorageError) {
        let unique = UInt64.random(in: 0 ... .max)
        let name = BytePath(String(unique, radix: 36))
        entry = (folder, name)
        // Not fchmod, so that the kernel applies the umask, which cannot be read without setting it.
        file = try OpenFile(
            name, in: folder, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
    }

    /// Makes a file that has no name, so that nothing stays of it however the program ends.
    ///
    /// It cannot be moved to a place in a folder.
    ///
    /// - Parameter folder: where its bytes lie until then.
    package init(namelessIn folder: BytePath) throws(StorageError) {
        entry = nil
        file = try OpenFile(namelessIn: folder)
    }

    deinit {
        guard let entry, !isPublished.load(ordering: .acquiring) else { return }
        // If this fails, the next run clears it away.
        _ = try? SystemCall.retrying("unlink", at: entry.name, in: entry.folder) {
            unsafe unlinkat($0, $1, 0)
        }
    }

    /// Opens the file once more, for reading, with a position of its own.
    package func reopened() throws(StorageError) -> OpenFile {
        try OpenFile(reopening: file)
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

    /// Adds bytes to its end.
    package func append(_ bytes: [UInt8]) throws(StorageError) {
        let end = try file.status().size
        try unsafe write(bytes.span.bytes, at: Int(end))
    }

    /// Makes the file durable and moves it to its place in a folder, where it replaces what is
    /// there in one step.
    func move(to target: BytePath, in destination: OpenFile) throws(StorageError) {
        guard let entry, !isPublished.load(ordering: .acquiring) else {
            preconditionFailure("a staged file that has a name is published once")
        }
        try file.synchronize()
        try SystemCall.retrying("rename", at: target, in: destination) { destination, target in
            entry.name.withCString {
                unsafe renameat(entry.folder.descriptor, $0, destination, target)
            }
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
