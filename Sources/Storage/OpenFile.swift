import Glibc

/// An open file or folder; closed when nobody holds it any more.
package final class OpenFile: Sendable {
    /// The descriptor, open for as long as this value is held.
    ///
    /// Swift may let go of a value after its last use, which can be the reading of this property:
    /// hold it with `withExtendedLifetime` where nothing else does.
    package let descriptor: Int32
    /// Where it was found, for messages.
    package let path: BytePath

    /// Opens a regular file for reading.
    ///
    /// A symbolic link at the path's end, and what is no regular file, is refused: it was found as a file,
    /// so somebody has put it there since, and a device may never end.
    package convenience init(reading path: BytePath) throws(StorageError) {
        try self.init(path, in: nil, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        let kind = try status().kind
        guard kind == .file else {
            throw StorageError(
                operation: "read", path: path, errno: kind == .directory ? EISDIR : EINVAL)
        }
    }

    /// Opens a name in an open folder, or a path; O_CLOEXEC is always added.
    init(
        _ name: BytePath, in folder: OpenFile?, flags: Int32, mode: mode_t = 0,
        path: BytePath? = nil
    ) throws(StorageError) {
        self.path = path ?? folder?.path(of: name) ?? name
        descriptor = try SystemCall.retrying("open", at: name, in: folder) {
            unsafe openat($0, $1, flags | O_CLOEXEC, mode)
        }
    }

    /// Makes a file in a folder for reading and writing that is in no folder any more.
    convenience init(namelessIn folder: BytePath) throws(StorageError) {
        let name = BytePath(".pushmedia-" + String(UInt64.random(in: 0 ... .max), radix: 36))
        let place = folder.appending(name)
        try self.init(place, in: nil, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600, path: folder)
        // Not O_TMPFILE, which some file systems lack.
        try SystemCall.retrying("unlink", at: place, in: nil) { unsafe unlinkat($0, $1, 0) }
    }

    /// Opens an open file once more, for reading, whether it still has a name or not.
    convenience init(reopening file: OpenFile) throws(StorageError) {
        let link = BytePath("/proc/self/fd/\(file.descriptor)")
        try self.init(link, in: nil, flags: O_RDONLY, path: file.path)
        withExtendedLifetime(file) {}
    }

    deinit { close(descriptor) }

    package func status() throws(StorageError) -> FileStatus {
        try withExtendedLifetime(self) { () throws(StorageError) in
            try FileStatus.of(descriptor: descriptor, path: path)
        }
    }

    /// The digest of the file from its beginning, wherever its position is, of so many bytes at most.
    ///
    /// - Parameter isWanted: asked now and then; once it says no, the error is `ECANCELED`.
    package func digest(
        count: Int64 = .max, isWanted: () -> Bool = { true }
    ) throws(StorageError) -> SHA256Digest {
        try withExtendedLifetime(self) { () throws(StorageError) in
            var hasher = SHA256()
            try ChunkReader(descriptor, path).read(count: count) { (chunk) throws(StorageError) in
                guard isWanted() else {
                    throw StorageError(operation: "read", path: path, errno: ECANCELED)
                }
                hasher.update(chunk)
            }
            return hasher.finish()
        }
    }

    /// Reads up to so many bytes from a place in the file; fewer only at its end.
    package func bytes(at offset: Int64 = 0, count: Int) throws(StorageError) -> [UInt8] {
        try withExtendedLifetime(self) { () throws(StorageError) in
            var bytes: [UInt8] = []
            try ChunkReader(descriptor, path).read(from: offset, count: Int64(count)) { chunk in
                unsafe chunk.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
            }
            return bytes
        }
    }

    /// Makes what was written to it, or to the folder, survive a loss of power.
    func synchronize() throws(StorageError) {
        try SystemCall.retrying("fsync", on: self) { fsync($0) }
    }

    /// Where a name in this folder is, for messages.
    func path(of name: BytePath) -> BytePath {
        name == "." ? path : path.appending(name)
    }
}
