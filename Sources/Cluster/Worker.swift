internal import AttachmentRules
package import CodecLink
package import Preparation
package import S3
package import Storage
internal import WorkQueue

/// What happens in a worker, for whoever shows or counts it.
package enum WorkerEvent: Sendable {
    case started(slot: Int, batch: String, source: String, attempt: Int)
    case finished(slot: Int, batch: String, Asset, Duration)
    /// It was done already when it was handed out once more.
    case repeated(slot: Int, batch: String, source: String)
    /// It goes back into the queue: another attempt is worth it.
    case retried(slot: Int, batch: String, source: String, reason: String)
    /// It goes back into the queue as if it had not been begun.
    case released(slot: Int, batch: String, source: String)
}

/// Works jobs off: the straight path of one file between a queue and a store of the cluster.
package struct Worker: Sendable {
    private let queue: JetStreamQueue
    private let lanes: LanePool
    private let client: S3Client
    /// Gives up soon.
    private let probe: S3Client
    private let scratch: BytePath
    private let tool: WorkerTool
    private let versions: CodecVersions
    /// Renews leases that often.
    private let heartbeat: Duration
    private let retry: RetryPolicy
    private let onEvent: @Sendable (WorkerEvent) -> Void

    /// - Parameters:
    ///   - probe: reaches the same store, to learn whether it is there at all.
    ///   - lease: how long a job may be held without a sign of life.
    ///   - deliveries: how often a job is handed out before it is given up.
    package init(
        _ queue: JetStreamQueue, lanes: LanePool, client: S3Client, probe: S3Client,
        scratch: BytePath,
        tool: WorkerTool, versions: CodecVersions, lease: Duration, deliveries: Int,
        onEvent: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.queue = queue
        self.lanes = lanes
        self.client = client
        self.probe = probe
        self.scratch = scratch
        self.tool = tool
        self.versions = versions
        // Another worker may set a shorter lease later.
        heartbeat = min(lease / 3, .seconds(5))
        retry = RetryPolicy(maximumAttempts: deliveries)
        self.onEvent = onEvent
    }

    /// Works until the queue is closed.
    ///
    /// Throws what keeps it from going on at all; what it held then is given back.
    package func run(width: Int) async throws {
        defer { queue.close() }
        do {
            try await Scheduler(queue: queue, lanes: width).run { lease, slot in
                try await renewing(lease) { try await work(lease, slot) }
            }
        } catch is CancellationError {
            // What was held is given back.
        }
        await lanes.stop()
    }

    private func work(_ lease: Lease, _ slot: Int) async throws -> Verdict {
        guard let job: JobMessage = try Message.decode(lease.key, schema: JobMessage.schema),
            let output = S3Address(job.output)
        else { return .retry }
        let options = try job.options.preparation()
        let store = S3Store(output, client: client, scratch: scratch)
        let attempt = Attempt(
            at: job.source, isContested: job.isContested, options: options,
            settings: options.settings(versions: versions), store: store,
            opener: SourceOpener(remote: S3Objects(client), scratch: scratch))
        let earlier = try await queue.result(for: job, lease)
        if let earlier, earlier.job == job.id, try await attempt.isDone(earlier.record) {
            onEvent(.repeated(slot: slot, batch: job.batch, source: job.name))
            return .complete(try Message.encode(earlier))
        }
        onEvent(
            .started(slot: slot, batch: job.batch, source: job.name, attempt: lease.attempt))
        let began = ContinuousClock.now
        switch try await outcome(of: attempt, job, lease, slot) {
        case .retry(let why):
            onEvent(.retried(slot: slot, batch: job.batch, source: job.name, reason: why))
            return .retry
        case .record(var record):
            record.replace(earlier?.record)
            let result = ResultMessage(
                request: job.request, round: job.round, record: record, tool: tool)
            onEvent(
                .finished(
                    slot: slot, batch: job.batch, record.asset, began.duration(to: .now)))
            return .complete(try Message.encode(result))
        case .interrupted:
            onEvent(.released(slot: slot, batch: job.batch, source: job.name))
            return .release
        }
    }

    private enum Outcome {
        case record(BatchRecord)
        case retry(String)
        case interrupted
    }

    /// Throws what keeps the worker from going on.
    private func outcome(
        of attempt: Attempt<S3Store>, _ job: JobMessage, _ lease: Lease, _ slot: Int
    ) async throws -> Outcome {
        do {
            return try await outcome(of: attempt, lease)
        } catch {
            onEvent(.released(slot: slot, batch: job.batch, source: job.name))
            throw error
        }
    }

    private func outcome(
        of attempt: Attempt<S3Store>, _ lease: Lease
    ) async throws -> Outcome {
        // Whoever had it before did not live to say what came of it.
        if lease.attempt > retry.maximumAttempts {
            return .record(
                attempt.failed(
                    Reason(
                        .crashed,
                        "it was handed out \(lease.attempt - 1) times and never finished")))
        }
        do {
            return .record(try await attempt.record(in: lanes) { _ in })
        } catch let failure as CodecFailure {
            if failure == .interrupted { return .interrupted }
            guard let reason = failure.reason else { throw failure }
            if failure.isWorthAnotherAttempt, retry.allowsRetry(after: lease.attempt) {
                return .retry(reason.message)
            }
            return .record(attempt.failed(reason))
        } catch let error as S3Error where error.isOfPlace {
            // Another batch may well have a bucket that is there.
            return .record(
                attempt.failed(Reason(.internal, "the output cannot be stored: \(error.cause)")))
        } catch let error as S3Error {
            guard try await isAlone(error, attempt.store.address) else { throw error }
            if retry.allowsRetry(after: lease.attempt) { return .retry(error.cause) }
            let what =
                error.operation == "put" ? "the output cannot be stored" : "it cannot be fetched"
            return .record(attempt.failed(Reason(.internal, "\(what): \(error.cause)")))
        }
    }

    /// Whether only this object or output has the error: the store answers when it is asked for something else.
    private func isAlone(_ error: S3Error, _ output: S3Address) async throws -> Bool {
        switch error.kind {
        case .unexpected, .busy, .unreachable: break
        default: return false
        }
        try Task.checkCancellation()
        // Whatever the answer is; that nothing is there is one.
        let place = S3Store(output, client: probe, scratch: scratch)
        return (try? await place.exists(Self.probed)) != nil
    }

    private static let probed = DirectoryStore.ownFolder.appending("probe")

    /// Works on a job and renews its lease meanwhile.
    private func renewing(
        _ lease: Lease, _ work: @escaping @Sendable () async throws -> Verdict
    ) async throws -> Verdict {
        try await withThrowingTaskGroup(of: Verdict?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while true {
                    try await ContinuousClock().sleep(for: heartbeat)
                    await queue.extend(lease)
                }
            }
            defer { group.cancelAll() }
            while let verdict = try await group.next() {
                if let verdict { return verdict }
            }
            throw CancellationError()
        }
    }
}
