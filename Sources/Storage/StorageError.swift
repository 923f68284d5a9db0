import Glibc

/// A call on files or folders that failed.
package struct StorageError: Error, Equatable, Sendable {
    /// What the program acts on.
    package enum Kind: Equatable, Sendable {
        /// The file system or a quota is full: ENOSPC, EDQUOT.
        case outOfSpace
        /// Read-only file system or no permission: EROFS, EACCES, EPERM.
        case notWritable
        /// Anything else, as errno has it.
        case system(Int32)
    }

    package let kind: Kind
    /// The call that failed, such as `rename`.
    package let operation: String
    package let path: BytePath
    package let errno: Int32

    package init(operation: String, path: BytePath, errno: Int32) {
        self.operation = operation
        self.path = path
        self.errno = errno
        switch errno {
        case ENOSPC, EDQUOT: kind = .outOfSpace
        case EROFS, EACCES, EPERM: kind = .notWritable
        default: kind = .system(errno)
        }
    }

    /// Whether somebody did not want the work any more.
    package var isCancellation: Bool { errno == ECANCELED }

    /// Whether what is at the path is not what has to be there: a folder for a file, a file for a folder.
    package var isWrongKind: Bool { [EISDIR, ENOTDIR, EEXIST, ENOTEMPTY, ELOOP].contains(errno) }

    /// Whether the file system takes no such name: too long for it, or of characters that it does not have.
    package var isRefusedName: Bool { [ENAMETOOLONG, EINVAL, EILSEQ].contains(errno) }

    /// Whether there is nothing at the path.
    package var isAbsence: Bool { errno == ENOENT || errno == ENOTDIR }
}

extension StorageError: CustomStringConvertible {
    package var description: String { "\(path.text): \(operation): \(cause)" }

    /// What the system says of it, without the path.
    package var cause: String {
        var reason = [CChar](repeating: 0, count: 256)
        let isKnown = unsafe strerror_r(errno, &reason, reason.count) == 0
        let text = reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return isKnown ? String(decoding: text, as: UTF8.self) : "error \(errno)"
    }
}
