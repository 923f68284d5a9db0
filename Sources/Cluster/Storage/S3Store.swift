internal import AttachmentRules
internal import FoundationEssentials
internal import Glibc
internal import Preparation
package import S3
package import Storage

/// The part of a bucket below a prefix, as a place to publish to.
package struct S3Store: ObjectStore {
    package let address: S3Address
    let client: S3Client
    /// The folder in which files lie until they are stored; they have no names there.
    private let scratch: BytePath

    package init(_ address: S3Address, client: S3Client, scratch: BytePath) {
        self.address = address
        self.client = client
        self.scratch = scratch
    }

    package func stage() throws(StorageError) -> StagedFile {
        try StagedFile(namelessIn: scratch)
    }

    package func publish(
        _ file: StagedFile, as path: BytePath, _ description: ObjectDescription
    ) async throws {
        var metadata = description.metadata
        metadata[Self.digestKey] = description.sha256.hex
        try await client.put(
            address.bucket, key(path), from: file.descriptor, count: file.status().size,
            sha256: description.sha256, contentType: description.contentType, metadata: metadata)
        withExtendedLifetime(file) {}
    }

    package func replaceContents(
        of path: BytePath, with bytes: [UInt8], contentType: String
    ) async throws {
        let digest = SHA256Digest.of(bytes)
        if try await holds(path, count: Int64(bytes.count), sha256: digest) { return }
        let file = try stage()
        try file.replaceContents(with: bytes)
        try await publish(
            file, as: path, ObjectDescription(contentType: contentType, sha256: digest))
    }

    package func rename(_ old: BytePath, to new: BytePath) async throws {
        let (from, to) = (try key(old), try key(new))
        do throws(S3Error) {
            try await client.copy(address.bucket, from: from, to: to)
        } catch {
            guard error.kind == .notFound else { throw error }
            throw StorageError(operation: "rename", path: old, errno: ENOENT)
        }
        try await client.delete(address.bucket, from)
    }

    package func remove(_ path: BytePath) async throws {
        try await client.delete(address.bucket, key(path))
    }

    package func exists(_ path: BytePath) async throws -> Bool {
        try await client.head(address.bucket, key(path)) != nil
    }

    /// Believes the digest that was stored with the object: the store has compared it with the bytes.
    package func holds(
        _ path: BytePath, count: Int64, sha256: SHA256Digest
    ) async throws -> Bool {
        let status = try await client.head(address.bucket, key(path))
        return status?.bytes == count && status?.metadata[Self.digestKey] == sha256.hex
    }

    package func stagedCopy(
        of path: BytePath, count: Int64, sha256: SHA256Digest
    ) async throws -> StagedFile? {
        let copy = try stage()
        let key = try key(path)
        do throws(S3Error) {
            _ = try await client.get(
                address.bucket, key, ifMatch: nil, into: copy.descriptor, limit: count)
        } catch {
            guard error.isOfOneObject else { throw error }
            return nil
        }
        return try copy.digest() == sha256 ? copy : nil
    }

    package func clearStaging(keeping waiting: Set<BytePath>) async throws {
        let folder = try key(DirectoryStore.waiting) + "/"
        try await client.list(S3Address(bucket: address.bucket, key: folder)) { page in
            for object in page {
                let name = BytePath(String(object.key.dropFirst(folder.count)))
                guard !waiting.contains(DirectoryStore.waiting.appending(name)) else { continue }
                try await client.delete(address.bucket, object.key)
            }
        }
    }

    private static let digestKey = "sha256"
    /// In bytes (AWS, "Naming Amazon S3 objects", 2026).
    private static let longestKey = 1024

    /// The key of a path; throws what a file system would for a name that is none.
    func key(_ path: BytePath) throws(StorageError) -> String {
        let key = address.folder + path.text
        guard key.utf8.count <= Self.longestKey else {
            throw StorageError(operation: "put", path: path, errno: ENAMETOOLONG)
        }
        return key
    }
}
