/// Where attachments are published: a folder, or the part of a bucket below a prefix.
///
/// Paths are relative to the store's root. What is published appears in one step and whole, in place of what
/// was there, and survives a loss of power.
package protocol ObjectStore: Sendable {
    /// Makes a new, empty file on this machine that is not published yet.
    func stage() throws(StorageError) -> StagedFile

    /// Publishes a file that this store has staged.
    ///
    /// If it throws, the file is still staged.
    func publish(
        _ file: StagedFile, as path: BytePath, _ description: ObjectDescription
    ) async throws

    /// Publishes a small file that is made here; one with the same contents is left alone.
    func replaceContents(
        of path: BytePath, with bytes: [UInt8], contentType: String
    ) async throws

    /// Gives a published file another name, in place of what has it.
    func rename(_ old: BytePath, to new: BytePath) async throws

    /// Removes the file at a path; that nothing is there is no error.
    func remove(_ path: BytePath) async throws

    /// Whether there is a file at a path.
    func exists(_ path: BytePath) async throws -> Bool

    /// Whether a file that was published is still there as it was.
    func holds(_ path: BytePath, count: Int64, sha256: SHA256Digest) async throws -> Bool

    /// A published file's copy that is not published yet; nil where it cannot be read or is not as it was.
    func stagedCopy(
        of path: BytePath, count: Int64, sha256: SHA256Digest
    ) async throws -> StagedFile?

    /// Removes what a killed run left staged, and what waits for a name but for these paths.
    ///
    /// Only for whoever has the store to itself.
    func clearStaging(keeping waiting: Set<BytePath>) async throws
}

/// What a store may tell of a file to those who fetch it.
package struct ObjectDescription: Sendable, Equatable {
    /// A MIME type.
    package var contentType: String
    package var sha256: SHA256Digest
    /// Whatever else is worth keeping beside it; ASCII.
    package var metadata: [String: String]

    package init(contentType: String, sha256: SHA256Digest, metadata: [String: String] = [:]) {
        self.contentType = contentType
        self.sha256 = sha256
        self.metadata = metadata
    }
}
