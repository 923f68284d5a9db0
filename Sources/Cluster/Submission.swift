internal import AttachmentRules
internal import FoundationEssentials
package import Preparation
package import S3
package import Storage

/// Puts a batch into the queue: one message a source.
///
/// Submitting the same once more adds nothing but what failed on our side. Memory holds a few bytes a source:
/// the list itself lies in files.
package struct Submission: Sendable {
    package var sources: [S3Address]
    package var output: S3Address
    package var options: PreparationOptions
    /// Nil makes a name of what is asked for, so that the same is the same batch.
    package var batch: String?
    private let jetStream: JetStream
    private let client: S3Client
    private let scratch: BytePath

    package struct Summary: Encodable, Sendable, Equatable {
        package var batch: String
        package var total: Int
        /// Put into the queue now; the others were known.
        package var added: Int
        package var ignored: Int
        package var skipped: Int
    }

    private static let chunk = 500

    package init(
        of sources: [S3Address], to output: S3Address, options: PreparationOptions,
        batch: String?, _ jetStream: JetStream, client: S3Client, scratch: BytePath
    ) {
        self.sources = sources
        self.output = output
        self.options = options
        self.batch = batch
        self.jetStream = jetStream
        self.client = client
        self.scratch = scratch
    }

    /// Finds the sources, keeps their list beside the outputs, and puts what is new into the queue.
    ///
    /// Killed at any point, it can be run again. Throws `S3Discovery.Fault`, `S3Error`, `ClusterError` and
    /// `StorageError`.
    package func submit() async throws -> Summary {
        let name = batch ?? ownName
        let store = S3Store(output, client: client, scratch: scratch)
        let found = try FoundSources(scratch: scratch)
        let rest = try await S3Discovery(client).each(of: sources, output: output) { source in
            try await found.add(source)
        }
        let total = try await found.finish()
        let earlier = try await earlier(of: name, store)
        let list = try ListWriter(scratch: scratch)
        try await each(found, name, earlier) { job, _ in
            try list.add(ListedJob(id: job.id, name: job.name, object: job.object))
        }
        let digest = try await JobList.store(list.finish(), of: name, in: store)
        let message = BatchMessage(
            name: name, output: output.text, options: JobOptions(options), total: total,
            listSHA256: digest, ignored: rest.ignored, skipped: rest.skipped)
        try await jetStream.publish(
            Message.encode(message), to: jetStream.names.batch(name))
        let added = try await enqueue(found, name, earlier)
        return Summary(
            batch: name, total: total, added: added, ignored: rest.ignored,
            skipped: rest.skipped.count)
    }

    private var settings: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = (try? encoder.encode(JobOptions(options))) ?? Data()
        return SHA256Digest.of(Array(data)).hex
    }

    /// Of what is asked for.
    private var ownName: String {
        let parts = sources.map(\.text).sorted() + [output.text, settings]
        return String(SHA256Digest.of(Array(parts.joined(separator: "\n").utf8)).hex.prefix(12))
    }

    /// What came of the sources of earlier submissions.
    private func earlier(of name: String, _ store: S3Store) async throws -> EarlierResults {
        var earlier = EarlierResults()
        let reader = ResultReader(jetStream, subject: jetStream.names.result(name, "*"))
        try await reader.each(jetStream.patience) { message in
            let result: ResultMessage? = try Message.decode(
                message.bytes, schema: ResultMessage.schema)
            if let result { earlier.note(result, message.sequence) }
        }
        earlier.outputs = try await StoredSizes(of: store)
        return earlier
    }

    private func enqueue(
        _ found: FoundSources, _ name: String, _ earlier: EarlierResults
    ) async throws -> Int {
        var added = 0
        var chunk: [(id: String, bytes: [UInt8])] = []
        let subject = jetStream.names.job(name)
        func send() async throws {
            guard !chunk.isEmpty else { return }
            added += chunk.count - (try await jetStream.publish(chunk, to: subject))
            chunk = []
        }
        try await each(found, name, earlier) { job, isDone in
            if isDone { return }
            chunk.append((job.id, try job.encoded()))
            if chunk.count == Self.chunk { try await send() }
        }
        try await send()
        return added
    }

    /// Calls the body with a job for every source that was found, and whether it is done already.
    private func each(
        _ found: FoundSources, _ name: String, _ earlier: EarlierResults,
        _ body: (JobMessage, _ isDone: Bool) async throws -> Void
    ) async throws {
        let (settings, options) = (settings, JobOptions(options))
        let contest = await found.contest
        for try await line in Lines(await found.file) {
            let source = try JSONDecoder().decode(FoundSource.self, from: Data(line))
            let request = JobMessage.request(
                batch: name, name: source.name, object: source.object, output: output.text,
                settings: settings)
            let (round, isDone) = earlier.round(for: source.name, request)
            try await body(
                JobMessage(
                    request: request, round: round, batch: name, name: source.name,
                    object: source.object,
                    isContested: contest.isOpen(for: BytePath(source.name)),
                    output: output.text, options: options), isDone)
        }
    }
}

/// A source as it waits in a file for its job to be made.
private struct FoundSource: Codable {
    var name: String
    var object: RemoteObject
}

/// The sources that were found, in a file.
private actor FoundSources {
    private let writer: ListWriter
    private(set) var contest = OutputNames.Contest()

    init(scratch: BytePath) throws {
        writer = try ListWriter(scratch: scratch)
    }

    var file: StagedFile { writer.file }

    func add(_ source: Source) throws {
        guard case .object(let object) = source.place else { return }
        contest.add(source.name)
        try writer.add(FoundSource(name: source.name.text, object: object))
    }

    func finish() throws -> Int {
        _ = try writer.finish()
        return writer.count
    }
}

/// Writes lines of JSON to a file that has no name.
private final class ListWriter {
    let file: StagedFile
    private(set) var count = 0
    private var buffer: [UInt8] = []

    private static let bufferSize = 256 * 1024

    init(scratch: BytePath) throws {
        file = try StagedFile(namelessIn: scratch)
    }

    func add(_ line: some Encodable) throws {
        buffer += try Message.encode(line) + [UInt8(ascii: "\n")]
        count += 1
        if buffer.count >= Self.bufferSize { try flush() }
    }

    func finish() throws -> StagedFile {
        try flush()
        return file
    }

    private func flush() throws {
        try file.append(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
