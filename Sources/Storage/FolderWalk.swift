import Glibc

/// Steps from one open folder into the next, and makes folders that survive a loss of power.
enum FolderWalk {
    private static let flags = O_RDONLY | O_DIRECTORY

    /// Opens a folder, which is made with those around it if it does not exist.
    static func make(_ path: BytePath) throws(StorageError) -> OpenFile {
        do throws(StorageError) {
            return try open(path)
        } catch {
            guard error.errno == ENOENT, !path.components.isEmpty else { throw error }
        }
        try create(path.lastComponent, in: make(path.parent))
        return try open(path)
    }

    /// Opens a folder in an open folder.
    ///
    /// A symbolic link is not followed but `ENOTDIR`. If the folder is to be created, an existing
    /// one will do.
    static func enter(
        _ name: BytePath, of folder: OpenFile, creating: Bool
    ) throws(StorageError) -> OpenFile {
        if creating { try create(name, in: folder) }
        return try OpenFile(name, in: folder, flags: flags | O_NOFOLLOW)
    }

    private static func open(_ path: BytePath) throws(StorageError) -> OpenFile {
        try OpenFile(path.isEmpty ? "." : path, in: nil, flags: flags, path: path)
    }

    private static func create(_ name: BytePath, in folder: OpenFile) throws(StorageError) {
        do throws(StorageError) {
            try SystemCall.retrying("mkdir", at: name, in: folder) {
                unsafe mkdirat($0, $1, 0o777)
            }
        } catch {
            // Where nothing may be made, the folder may still be there.
            guard error.errno == EEXIST || error.kind == .notWritable && exists(name, in: folder)
            else { throw error }
            return
        }
        try folder.synchronize()
    }

    private static func exists(_ name: BytePath, in folder: OpenFile) -> Bool {
        // Whatever hinders the question, the answer is the error that led to it.
        (try? FileStatus.of(name, in: folder)) != nil
    }
}
