extension DirectoryStore: ObjectStore {
    /// A folder has no place for a description.
    package func publish(
        _ file: StagedFile, as path: BytePath, _ description: ObjectDescription
    ) throws(StorageError) {
        try publish(file, as: path)
    }

    package func replaceContents(
        of path: BytePath, with bytes: [UInt8], contentType: String
    ) throws(StorageError) {
        try replaceContents(of: path, with: bytes)
    }

    package func exists(_ path: BytePath) throws(StorageError) -> Bool {
        try status(of: path)?.kind == .file
    }

    /// Looks at the bytes, since a disk may lose what a status still promises; what cannot be read does not count.
    package func holds(_ path: BytePath, count: Int64, sha256: SHA256Digest) -> Bool {
        (try? digest(of: path) { !Task.isCancelled }) == sha256
    }

    package func stagedCopy(
        of path: BytePath, count: Int64, sha256: SHA256Digest
    ) throws(StorageError) -> StagedFile? {
        guard let original = try? open(path) else { return nil }
        let copy = try stage()
        do throws(StorageError) {
            try withExtendedLifetime(original) { () throws(StorageError) in
                try copy.replaceContents(
                    copying: original.descriptor, path: original.path, count: count)
            }
        } catch  where error.operation == "read" {
            return nil
        }
        return try copy.digest() == sha256 ? copy : nil
    }
}
