internal import AttachmentRules
internal import Preparation
internal import Synchronization
package import WorkQueue

/// A work-queue stream as a queue of jobs: at least once, each lease held for as long as it is renewed.
///
/// The key of a lease is the message's bytes, its attempt how often the message was handed out. What is completed
/// is published before the message is acknowledged, so nothing is lost whenever a worker ends.
package final class JetStreamQueue: JobQueue {
    private struct State {
        var idle: [JobReceiver]
        var held: [Int64: JobReceiver] = [:]
        var number: Int64 = 0
        var isClosed = false
        var lastJob = ContinuousClock.now
    }

    // In milliseconds.
    private static let wait: Int64 = 2_000
    private static let delayOfRelease: Int64 = 1_000
    private static let longestDelay: Int64 = 60_000
    /// Of a message that is kept as a dead letter, in bytes: a letter must not outgrow what the servers take.
    private static let longestDeadMessage = 100_000

    private let jetStream: JetStream
    private let state: Mutex<State>
    /// Hands out no more once there was nothing to do for so long.
    private let idle: Duration?

    /// - Parameter width: jobs that may be held at a time.
    package init(_ jetStream: JetStream, width: Int, idle: Duration? = nil) {
        self.jetStream = jetStream
        self.idle = idle
        let receivers = (0..<width).map {
            JobReceiver(jetStream.connection, jetStream.names, number: $0)
        }
        state = Mutex(State(idle: receivers))
    }

    /// Throws `ClusterError` where the servers have not answered for too long, or a job is not for this version.
    package func lease() async throws -> Lease? {
        while let receiver = open() {
            do {
                try Task.checkCancellation()
                let received = try await jetStream.patience.persist {
                    guard !self.isClosed else { return nil as JobReceiver.Received? }
                    return try await receiver.receive(within: Self.wait)
                }
                if let received {
                    if let lease = try await hold(receiver, received) { return lease }
                } else {
                    try await closeIfIdle()
                }
                putBack(receiver)
            } catch {
                putBack(receiver)
                throw error
            }
        }
        return nil
    }

    /// The result is a `ResultMessage`.
    package func complete(_ lease: Lease, result: [UInt8]) async throws {
        guard let receiver = receiver(of: lease),
            let job: JobMessage = try Message.decode(lease.key, schema: JobMessage.schema),
            let message: ResultMessage = try Message.decode(
                result, schema: ResultMessage.schema)
        else { return }
        let (batch, source) = (job.batch, job.sourceDigest)
        if message.record.asset.status == .failed, let reason = message.record.asset.reason {
            try await bury(lease.key, reason, batch: batch, source: source, by: receiver)
        }
        let subject = jetStream.names.result(batch, source)
        try await jetStream.patience.persist { try await receiver.publish(result, to: subject) }
        try await settle(lease, receiver)
    }

    package func retry(_ lease: Lease) async {
        let delay = Self.delayOfRelease << min(Int64(lease.attempt), 6)
        await giveBack(lease, after: min(delay, Self.longestDelay))
    }

    /// Puts a copy of the job into the queue that knows how often it was attempted: the servers count every
    /// time that they hand a message out.
    package func release(_ lease: Lease) async {
        guard let receiver = receiver(of: lease),
            var job: JobMessage = try? Message.decode(lease.key, schema: JobMessage.schema)
        else { return }
        job.attempts = lease.attempt - 1
        do {
            try await receiver.publish(try job.encoded(), to: jetStream.names.job(job.batch))
            try await receiver.acknowledge()
            letGo(lease)
        } catch {
            // Whoever stops does not wait for the servers; the message itself is still in the queue.
            await giveBack(lease, after: Self.delayOfRelease)
        }
    }

    package func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Renews a lease.
    package func extend(_ lease: Lease) async {
        await receiver(of: lease)?.reportProgress()
    }

    /// What came of a job's source the last time.
    func result(for job: JobMessage, _ lease: Lease) async throws -> ResultMessage? {
        guard let receiver = receiver(of: lease) else { return nil }
        let subject = jetStream.names.result(job.batch, job.sourceDigest)
        let bytes = try await jetStream.patience.persist { try await receiver.last(of: subject) }
        return try bytes.flatMap { try Message.decode($0, schema: ResultMessage.schema) }
    }

    // MARK: Leases

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    /// A receiver that holds nothing; nil once the queue is closed.
    private func open() -> JobReceiver? {
        state.withLock { state in
            state.isClosed ? nil : state.idle.popLast()
        }
    }

    /// Called when there was nothing to be had, which can also mean that the servers are electing a leader: so
    /// the queue is idle only if they say that it is empty.
    private func closeIfIdle() async throws {
        guard isQuiet() else { return }
        let counts = try await jetStream.counts()
        if counts.waiting == 0, counts.held == 0, isQuiet() { close() }
    }

    private func isQuiet() -> Bool {
        state.withLock { state in
            idle.map { state.held.isEmpty && state.lastJob.duration(to: .now) >= $0 } ?? false
        }
    }

    private func putBack(_ receiver: JobReceiver) {
        state.withLock { $0.idle.append(receiver) }
    }

    /// A lease for what was received; nil for what is no job, which is taken out of the queue.
    private func hold(
        _ receiver: JobReceiver, _ received: JobReceiver.Received
    ) async throws -> Lease? {
        do {
            guard
                let job: JobMessage = try Message.decode(
                    received.bytes, schema: JobMessage.schema), job.isSound
            else {
                let reason = Reason(.internal, "the message is no job")
                try await bury(
                    received.bytes, reason, batch: "unknown",
                    source: JobMessage.digest(of: String(decoding: received.bytes, as: UTF8.self)),
                    by: receiver)
                try await jetStream.patience.persist { try await receiver.acknowledge() }
                return nil
            }
            return lease(for: received, job, by: receiver)
        } catch {
            // A newer worker, or this one once it can work, takes it.
            await receiver.giveBack(after: Self.delayOfRelease)
            throw error
        }
    }

    private func lease(
        for received: JobReceiver.Received, _ job: JobMessage, by receiver: JobReceiver
    ) -> Lease {
        state.withLock { state in
            state.number += 1
            state.held[state.number] = receiver
            state.lastJob = .now
            return Lease(
                job: state.number, key: received.bytes,
                attempt: job.attempts + received.deliveries)
        }
    }

    private func receiver(of lease: Lease) -> JobReceiver? {
        state.withLock { $0.held[lease.job] }
    }

    private func settle(_ lease: Lease, _ receiver: JobReceiver) async throws {
        try await jetStream.patience.persist { try await receiver.acknowledge() }
        letGo(lease)
    }

    private func giveBack(_ lease: Lease, after delay: Int64) async {
        await receiver(of: lease)?.giveBack(after: delay)
        letGo(lease)
    }

    private func letGo(_ lease: Lease) {
        state.withLock { state in
            guard let receiver = state.held.removeValue(forKey: lease.job) else { return }
            state.lastJob = .now
            state.idle.append(receiver)
        }
    }

    /// Keeps a message that nobody could work off, with the reason.
    private func bury(
        _ bytes: [UInt8], _ reason: Reason, batch: String, source: String, by receiver: JobReceiver
    ) async throws {
        let letter = try Message.encode(
            DeadLetter(
                reason: reason,
                message: String(decoding: bytes.prefix(Self.longestDeadMessage), as: UTF8.self)))
        let subject = jetStream.names.dead(batch, source)
        try await jetStream.patience.persist { try await receiver.publish(letter, to: subject) }
    }
}
