internal import FoundationEssentials
internal import Preparation
internal import S3
internal import Storage

/// A batch's list of jobs, which lies in its output folder: a line of JSON each, in the order of submission.
struct JobList: Sendable {
    /// Under the output's own folder.
    static func place(of batch: String) -> BytePath {
        DirectoryStore.ownFolder.appending("batches").appending("\(batch).jsonl")
    }

    private static let contentType = "application/x-ndjson"

    /// Stores a list that was written to a file, and returns its digest.
    static func store(
        _ list: StagedFile, of batch: String, in store: S3Store
    ) async throws -> String {
        let digest = try list.digest()
        try await store.publish(
            list, as: place(of: batch),
            ObjectDescription(contentType: contentType, sha256: digest))
        return digest.hex
    }

    /// Reads the list of a batch.
    ///
    /// Throws `.noBatch` where it is not there or another one.
    static func read(_ batch: BatchMessage, in store: S3Store) async throws -> [ListedJob] {
        let lost = ClusterError(.noBatch(batch.name), operation: "read", subject: batch.output)
        let file = try store.stage()
        let key = try store.key(place(of: batch.name))
        do throws(S3Error) {
            _ = try await store.client.get(
                store.address.bucket, key,
                ifMatch: nil, into: file.descriptor, limit: .max)
        } catch {
            if error.kind == .notFound { throw lost }
            throw error
        }
        guard try file.digest().hex == batch.listSHA256 else { throw lost }
        var jobs: [ListedJob] = []
        for try await line in Lines(file) {
            guard let job = try? JSONDecoder().decode(ListedJob.self, from: Data(line)) else {
                throw lost
            }
            jobs.append(job)
        }
        return jobs
    }
}

/// The lines of a file, one at a time.
struct Lines: AsyncSequence {
    typealias Element = [UInt8]
    private let file: StagedFile

    init(_ file: StagedFile) {
        self.file = file
    }

    func makeAsyncIterator() -> Iterator { Iterator(file: file) }

    struct Iterator: AsyncIteratorProtocol {
        let file: StagedFile
        private var buffer: ArraySlice<UInt8> = []
        private var offset: Int64 = 0

        init(file: StagedFile) {
            self.file = file
        }

        mutating func next() async throws -> [UInt8]? {
            while true {
                if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { buffer = buffer[(end + 1)...] }
                    return Array(buffer[..<end])
                }
                let more = try file.reopened().bytes(at: offset, count: 256 * 1024)
                guard !more.isEmpty else { return nil }
                offset += Int64(more.count)
                buffer = ArraySlice(Array(buffer) + more)
            }
        }
    }
}
