internal import FoundationEssentials
internal import Glibc
package import Ledger
internal import S3
internal import Storage

/// The ledger of an output folder in a bucket: it is fetched for a run, and stored again at its end.
///
/// A run that is killed leaves the ledger of the one before, and the next one prepares its sources once more.
/// Nothing keeps two machines from working into the same folder at once.
package struct S3Ledger {
    package let ledger: Ledger
    private let folder: URL
    private let store: S3Store

    private static let place = DirectoryStore.ownFolder.appending("ledger.sqlite")
    private static let contentType = "application/vnd.sqlite3"

    /// Fetches the ledger of a store; an empty one where there is none.
    ///
    /// Throws `S3Error`, `LedgerError` and `StorageError`.
    package static func open(in store: S3Store) async throws -> S3Ledger {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pushmedia-ledger-\(UUID().uuidString)")
        do {
            let own = folder.appendingPathComponent(DirectoryStore.ownFolder.text)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            try await fetch(
                from: store, to: own.appendingPathComponent(place.lastComponent.text).path)
            return S3Ledger(
                ledger: try Ledger(directory: folder.path), folder: folder, store: store)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    /// Stores the ledger as it is now.
    package func save() async throws {
        try await ledger.checkpoint()
        let path = folder.appendingPathComponent(Self.place.text).path
        let file = try store.stage()
        let original = try OpenFile(reading: BytePath(path))
        try file.replaceContents(copying: original.descriptor, path: original.path)
        withExtendedLifetime(original) {}
        try await store.publish(
            file, as: Self.place,
            ObjectDescription(contentType: Self.contentType, sha256: file.digest()))
    }

    /// Removes this machine's copy.
    package func remove() {
        // What stays lies in a folder for temporary files.
        try? FileManager.default.removeItem(at: folder)
    }

    private static func fetch(from store: S3Store, to path: String) async throws {
        let key = try store.key(place)
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError(operation: "open", path: BytePath(path), errno: errno)
        }
        defer { Glibc.close(descriptor) }
        do throws(S3Error) {
            _ = try await store.client.get(
                store.address.bucket, key, ifMatch: nil, into: descriptor, limit: .max)
        } catch {
            // An empty file is an empty database.
            guard error.kind == .notFound else { throw error }
        }
    }
}
