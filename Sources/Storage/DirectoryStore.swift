import Glibc

/// A folder that attachments are published into.
///
/// Paths are relative to the root. No symbolic link below the root is followed: a path through one
/// is refused, and one at a path's end is taken for what it is. The root itself may be a link.
/// Folders are walked by descriptor, so nobody can slip a link in between, and paths may be longer
/// than the system's calls take.
package struct DirectoryStore: Sendable {
    package let root: BytePath

    /// The folder in the root that is the program's own; nothing can be published there.
    package static let ownFolder: BytePath = ".pushmedia"

    /// The folder in there where finished files wait until their names are settled; they are
    /// published into it, and renamed out of it.
    package static let waiting = ownFolder.appending("waiting")

    private static let staging = ownFolder.appending("staging")

    private let rootFolder: OpenFile

    /// Opens a store, whose root is made with the folders around it if it does not exist.
    ///
    /// Throws `.notWritable` if nothing can be published there.
    package init(root: BytePath) throws(StorageError) {
        self.root = root
        rootFolder = try FolderWalk.make(root)
        for path in ["", Self.staging] {
            let folder = try self.folder(path, creating: true)
            try SystemCall.retrying("access", at: ".", in: folder) {
                unsafe faccessat($0, $1, W_OK | X_OK, AT_EACCESS)
            }
        }
    }

    /// Makes a new, empty file that is not published yet.
    package func stage() throws(StorageError) -> StagedFile {
        try StagedFile(in: folder(Self.staging, creating: true))
    }

    /// Gives a staged file its final name, durably and in one step: whoever looks there sees what
    /// was there before or the whole new file.
    ///
    /// Folders are made as needed.
    ///
    /// If it throws before the file has its name, the file is still staged.
    package func publish(_ file: StagedFile, as relative: BytePath) throws(StorageError) {
        let place = try Place(relative, in: root)
        try file.move(to: place.name, in: folder(place.folder, creating: true))
    }

    /// Publishes a small file that is made here.
    ///
    /// One with the same contents is left alone.
    ///
    /// - Returns: whether there was anything to do.
    @discardableResult
    package func replaceContents(
        of relative: BytePath, with bytes: [UInt8]
    ) throws(StorageError) -> Bool {
        if let file = try open(relative), try file.status().size == Int64(bytes.count),
            try file.bytes(count: bytes.count) == bytes
        {
            return false
        }
        let file = try stage()
        try file.replaceContents(with: bytes)
        try publish(file, as: relative)
        return true
    }

    /// Gives a published file another name, durably and in one step, in place of what has it.
    package func rename(_ old: BytePath, to new: BytePath) throws(StorageError) {
        let (from, to) = (try Place(old, in: root), try Place(new, in: root))
        let source = try folder(from.folder, creating: false)
        let target = try folder(to.folder, creating: true)
        try SystemCall.retrying("rename", at: to.name, in: target) { target, name in
            from.name.withCString { unsafe renameat(source.descriptor, $0, target, name) }
        }
        try target.synchronize()
        try source.synchronize()
    }

    /// The status of what is at a path; nil if nothing is.
    package func status(of relative: BytePath) throws(StorageError) -> FileStatus? {
        let place = try Place(relative, in: root)
        return try Self.unlessAbsent { () throws(StorageError) in
            try FileStatus.of(place.name, in: folder(place.folder, creating: false))
        }
    }

    /// The digest of the file at a path; nil if there is none.
    ///
    /// - Parameter isWanted: asked now and then; once it says no, the error is `ECANCELED`.
    package func digest(
        of relative: BytePath, isWanted: () -> Bool = { true }
    ) throws(StorageError) -> SHA256Digest? {
        try open(relative)?.digest(isWanted: isWanted)
    }

    /// Opens the file at a path for reading; nil if there is no regular file.
    package func open(_ relative: BytePath) throws(StorageError) -> OpenFile? {
        // Asked first, since opening a device can do something.
        guard try status(of: relative)?.kind == .file else { return nil }
        let place = try Place(relative, in: root)
        return try Self.unlessAbsent { () throws(StorageError) in
            try OpenFile(
                place.name, in: folder(place.folder, creating: false),
                flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        }
    }

    /// Removes the file or link at a path.
    ///
    /// That nothing is there is no error.
    package func remove(_ relative: BytePath) throws(StorageError) {
        let place = try Place(relative, in: root)
        _ = try Self.unlessAbsent { () throws(StorageError) in
            let folder = try folder(place.folder, creating: false)
            try SystemCall.retrying("unlink", at: place.name, in: folder) {
                unsafe unlinkat($0, $1, 0)
            }
        }
    }

    /// Removes what a killed run left staged, and what waits for a name but for these paths.
    ///
    /// Only for whoever has the root to itself.
    package func clearStaging(keeping waiting: Set<BytePath>) throws(StorageError) {
        for place in [Self.staging, Self.waiting] {
            _ = try Self.unlessAbsent { () throws(StorageError) in
                let folder = try folder(place, creating: false)
                for entry in try Directory.entries(of: folder)
                where !waiting.contains(place.appending(entry.name)) {
                    try SystemCall.retrying("unlink", at: entry.name, in: folder) {
                        unsafe unlinkat($0, $1, 0)
                    }
                }
            }
        }
    }

    private func folder(
        _ relative: BytePath, creating: Bool
    ) throws(StorageError) -> OpenFile {
        var folder = rootFolder
        for name in relative.components {
            folder = try FolderWalk.enter(name, of: folder, creating: creating)
        }
        return folder
    }

    private static func unlessAbsent<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value? {
        do throws(StorageError) {
            return try body()
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }
}

/// A place in the store: a name in a folder, relative to the root.
private struct Place {
    let folder: BytePath
    let name: BytePath

    /// Refuses what is not inside the root, or in the part that is the program's own.
    init(_ relative: BytePath, in root: BytePath) throws(StorageError) {
        let components = relative.components
        let isOwn = components.first == DirectoryStore.ownFolder
        guard let name = components.last, !relative.isAbsolute, !components.contains(".."),
            !isOwn || relative.parent == DirectoryStore.waiting
        else {
            throw StorageError(
                operation: "resolve", path: root.appending(relative), errno: EINVAL)
        }
        self.name = name
        folder = relative.parent
    }
}
