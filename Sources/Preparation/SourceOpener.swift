internal import AttachmentRules
package import Storage

/// Opens sources wherever they lie.
package struct SourceOpener: Sendable {
    let remote: (any RemoteObjects)?
    /// The folder in which files from other machines lie until they are closed; they have no names there.
    let scratch: BytePath

    package init(remote: (any RemoteObjects)? = nil, scratch: BytePath = "/tmp") {
        self.remote = remote
        self.scratch = scratch
    }

    /// Opens a source of at most so many bytes for reading.
    ///
    /// Throws `Reason` where the source is to blame; anything else means that the run cannot go on.
    package func open(_ source: Source, maxBytes: Int64) async throws -> SourceFile {
        let file =
            switch source.place {
            case .file(let path, _): try open(path)
            case .object(let object): try await fetch(object, maxBytes)
            }
        if let reason = file.excess(over: maxBytes) { throw reason }
        return file
    }

    private func open(_ path: BytePath) throws(Reason) -> SourceFile {
        do throws(StorageError) {
            return try SourceFile(path)
        } catch {
            throw Reason(.unreadable, "the file cannot be read: \(error.cause)")
        }
    }

    private func fetch(_ object: RemoteObject, _ maxBytes: Int64) async throws -> SourceFile {
        guard let remote else { preconditionFailure("whoever finds objects can fetch them") }
        // Nothing is fetched in vain.
        guard object.bytes <= maxBytes else {
            throw SourceFile.excess(object.bytes, over: maxBytes)
        }
        let copy = try StagedFile(namelessIn: scratch)
        try await remote.fetch(object, into: copy, limit: maxBytes)
        return try SourceFile(copy.reopened())
    }
}
