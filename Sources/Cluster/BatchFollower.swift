internal import AttachmentRules
package import Preparation
package import S3
package import Storage

/// Follows a batch that was submitted, and settles it once every source has its result.
package struct BatchFollower: Sendable {
    /// How far a batch is.
    package struct Progress: Sendable, Equatable {
        package var total = 0
        package var prepared = 0
        package var rejected = 0
        package var failed = 0

        package var done: Int { prepared + rejected + failed }
    }

    /// A batch that is done.
    package struct Outcome: Sendable {
        package var result: BatchResult
        package var options: PreparationOptions
        package var output: S3Address
        package var ignored: Int
        package var skipped: [Skipped]
        /// What the workers decoded with, each once.
        package var tools: [WorkerTool]
    }

    private static let wait: Int64 = 1_000
    private static let silence = Duration.seconds(60)

    private let batch: String
    private let jetStream: JetStream
    private let client: S3Client
    private let scratch: BytePath

    package init(
        _ batch: String, _ jetStream: JetStream, client: S3Client, scratch: BytePath
    ) {
        self.batch = batch
        self.jetStream = jetStream
        self.client = client
        self.scratch = scratch
    }

    /// The names of all batches whose results are still there.
    package static func batches(_ jetStream: JetStream) async throws -> [String] {
        let reader = ResultReader(jetStream, subject: jetStream.names.batch("*"))
        var names: [String] = []
        try await reader.each(jetStream.patience) { message in
            let batch: BatchMessage? = try Message.decode(
                message.bytes, schema: BatchMessage.schema)
            if let batch { names.append(batch.name) }
        }
        return names.sorted()
    }

    /// How far the batch is now.
    package func progress() async throws -> Progress {
        var round = try await Round(description(), client, scratch)
        try await reader.each(jetStream.patience) { message in
            let result: ResultMessage? = try Message.decode(
                message.bytes, schema: ResultMessage.schema)
            if let result { round.note(result) }
        }
        return round.progress
    }

    /// Waits until every source has its result, and gives the outputs their names.
    ///
    /// - Parameter onSilence: told how many jobs wait and how many are held, when nothing was finished for a while.
    package func finish(
        onProgress: @Sendable (Progress) -> Void,
        onSilence: @Sendable (_ waiting: Int, _ held: Int) -> Void
    ) async throws -> Outcome {
        while true {
            let message = try await description()
            var round = try await Round(message, client, scratch)
            let reader = self.reader
            onProgress(round.progress)
            var lastNews = ContinuousClock.now
            while !round.isDone {
                try Task.checkCancellation()
                let news = try await read(reader)
                for message in news { round.note(message) }
                onProgress(round.progress)
                if !news.isEmpty { lastNews = .now }
                if lastNews.duration(to: .now) > Self.silence {
                    lastNews = .now
                    let counts = try await jetStream.counts()
                    onSilence(counts.waiting, counts.held)
                }
            }
            // It may have been submitted once more, with other sources.
            if try await description() == message { return try await settle(message, round) }
        }
    }

    private var reader: ResultReader {
        ResultReader(jetStream, subject: jetStream.names.result(batch, "*"))
    }

    private func read(_ reader: ResultReader) async throws -> [ResultMessage] {
        try await jetStream.patience.persist { try await reader.read(within: Self.wait) }
            .compactMap { try Message.decode($0.bytes, schema: ResultMessage.schema) }
    }

    private func description() async throws -> BatchMessage {
        guard let bytes = try await jetStream.last(of: jetStream.names.batch(batch)),
            let message: BatchMessage = try Message.decode(bytes, schema: BatchMessage.schema)
        else { throw ClusterError(.noBatch(batch), operation: "read", subject: batch) }
        return message
    }

    private func settle(_ message: BatchMessage, _ round: Round) async throws -> Outcome {
        let names = jetStream.names
        let results = round.results
        let settlement = Settlement(in: round.store) { [jetStream, batch] name, record in
            guard var result = results[name] else { return }
            result.record = record
            try await jetStream.publish(
                Message.encode(result), to: names.result(batch, JobMessage.digest(of: name.text)))
        }
        let sources = round.jobs.map { Source(name: BytePath($0.name), place: .object($0.object)) }
            .sorted { $0.name < $1.name }
        let tools = Set(results.values.map(\.tool)).sorted { $0.order < $1.order }
        return Outcome(
            result: try await settlement.settle(sources, results.mapValues(\.record)),
            options: try message.options.preparation(), output: round.store.address,
            ignored: message.ignored, skipped: message.skipped, tools: tools)
    }
}

extension WorkerTool {
    fileprivate var order: String { ([libvips, ffmpeg] + lacking).joined(separator: " ") }
}

/// What is known of a batch's jobs.
private struct Round {
    let store: S3Store
    let jobs: [ListedJob]
    private(set) var results: [BytePath: ResultMessage] = [:]
    private let ids: [BytePath: String]

    init(_ message: BatchMessage, _ client: S3Client, _ scratch: BytePath) async throws {
        guard let address = S3Address(message.output) else {
            throw ClusterError(
                .noBatch(message.name), operation: "read", subject: message.output)
        }
        store = S3Store(address, client: client, scratch: scratch)
        jobs = try await JobList.read(message, in: store)
        ids = Dictionary(jobs.map { (BytePath($0.name), $0.id) }) { first, _ in first }
    }

    var isDone: Bool { results.count == ids.count }

    var progress: BatchFollower.Progress {
        var progress = BatchFollower.Progress(total: ids.count)
        for result in results.values {
            switch result.record.asset.status {
            case .prepared: progress.prepared += 1
            case .rejected: progress.rejected += 1
            case .failed: progress.failed += 1
            }
        }
        return progress
    }

    /// Takes a result, if it is one of this round's.
    mutating func note(_ result: ResultMessage) {
        let name = BytePath(result.record.asset.source)
        if ids[name] == result.job { results[name] = result }
    }
}
