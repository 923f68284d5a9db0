import Glibc

/// Lists folders.
package enum Directory {
    /// Something in a folder.
    package struct Entry: Hashable, Sendable {
        /// Its name in the folder.
        package let name: BytePath
        /// What it is itself, without following symbolic links.
        package let status: FileStatus

        package var kind: FileStatus.Kind { status.kind }
    }

    /// Everything in a folder but `.` and `..`, in the order of the names' bytes.
    package static func entries(of path: BytePath) throws(StorageError) -> [Entry] {
        try entries(of: OpenFile(path, in: nil, flags: O_RDONLY | O_DIRECTORY))
    }

    static func entries(of folder: OpenFile) throws(StorageError) -> [Entry] {
        var entries: [Entry] = []
        for name in try names(in: folder) {
            do throws(StorageError) {
                let status = try FileStatus.of(name, in: folder)
                entries.append(Entry(name: name, status: status))
            } catch {
                // Somebody may have removed it after the folder was read.
                guard error.isAbsence else { throw error }
            }
        }
        return entries
    }

    private static func names(in folder: OpenFile) throws(StorageError) -> [BytePath] {
        // A descriptor of its own, since the stream closes it, and since a duplicate would go on
        // where the last listing ended.
        let descriptor = try SystemCall.retrying("open", at: ".", in: folder) {
            unsafe openat($0, $1, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = unsafe fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw StorageError(operation: "opendir", path: folder.path, errno: code)
        }
        defer { unsafe closedir(stream) }
        var names: [BytePath] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                let start = unsafe UnsafeRawPointer(field)
                let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
                return unsafe BytePath(
                    bytes: Array(UnsafeRawBufferPointer(start: start, count: length)))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else {
            throw StorageError(operation: "readdir", path: folder.path, errno: errno)
        }
        return names.sorted()
    }
}
