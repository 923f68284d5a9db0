import Glibc

/// The sole right to work in a folder, held while the value lives.
///
/// The kernel gives it back when the process ends, however that happens.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Locks a file, which is made if needed.
    ///
    /// Throws `.locked` at once if another process, or another lock in this one, holds it.
    init(file path: String) throws(LedgerError) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else {
            throw LedgerError(call: "open", path: path, errno: errno)
        }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            close(descriptor)
            guard code == EWOULDBLOCK else {
                throw LedgerError(call: "flock", path: path, errno: code)
            }
            throw LedgerError(
                kind: .locked, extendedCode: code, description: "another run works in this folder")
        }
    }

    deinit {
        // Closing alone would leave the lock to a child that was forked and has not called exec yet.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
