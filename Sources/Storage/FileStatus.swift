import Glibc

/// What the file system says about a file.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, directory, symlink, other
    }

    package let kind: Kind
    /// Bytes.
    package let size: Int64
    /// When the contents were last modified, in nanoseconds since 1970.
    package let modified: Int64
    /// When the contents or the inode were last changed, in nanoseconds since 1970.
    ///
    /// No program can set it, so a file whose status is the same has the same contents.
    package let changed: Int64
    package let inode: UInt64
    package let device: UInt64

    /// The status of what is at a path; of a symbolic link itself unless links are followed.
    package static func of(
        _ path: BytePath, followingLinks: Bool = false
    ) throws(StorageError) -> FileStatus {
        try of(path, in: nil, followingLinks: followingLinks)
    }

    /// The status of an open file.
    package static func of(
        descriptor: Int32, path: BytePath = "descriptor"
    ) throws(StorageError) -> FileStatus {
        var status = stat()
        try SystemCall.retrying("fstat", path) { unsafe fstat(descriptor, &status) }
        return FileStatus(status)
    }

    static func of(
        _ name: BytePath, in folder: OpenFile?, followingLinks: Bool = false
    ) throws(StorageError) -> FileStatus {
        var status = stat()
        let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
        try SystemCall.retrying("stat", at: name, in: folder) {
            unsafe fstatat($0, $1, &status, flags)
        }
        return FileStatus(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .symlink
            default: .other
            }
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
        inode = UInt64(status.st_ino)
        device = UInt64(status.st_dev)
    }

    /// A file may carry a time that is centuries away; it is only ever compared, so it may wrap.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
