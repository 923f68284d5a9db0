internal import AttachmentRules
package import CodecLink
package import Ledger
package import Storage
internal import Synchronization
package import WorkQueue

/// What happens in a batch, for whoever shows it.
package enum BatchEvent: Sendable {
    /// So many sources are to be prepared; the others are ready from an earlier run.
    ///
    /// - Parameter weight: of all that is to do: how long it is likely to take, in no unit that holds everywhere.
    case began(total: Int, toDo: Int, weight: Int64)
    /// - Parameter weight: its part of that.
    case started(lane: Int, source: BytePath, weight: Int64)
    /// The share of the lane's source that is done, 0...1.
    case progressed(lane: Int, Double)
    /// - Parameter encodes: how many the attachment took to come under the cap; nil where there is none.
    case finished(lane: Int, Asset, encodes: Int?)
}

/// What became of all sources of a batch.
package struct BatchResult: Sendable {
    /// A row for each source, in their order.
    package var assets: [Asset] = []
    /// How many encodes it took to come under the cap, by source; 0 for a copy.
    package var encodes: [String: Int] = [:]
}

/// One run over a set of sources: what is missing or changed is prepared, the rest is left alone.
package struct Batch<Store: ObjectStore>: Sendable {
    package var options: PreparationOptions
    package var store: Store
    package var ledger: Ledger
    package var lanes: LanePool
    package var opener = SourceOpener()
    package var retry = RetryPolicy()
    /// Sources at a time: more than there are lanes where they are fetched or published over a network.
    package var width: Int
    /// Prepare everything anew.
    package var force = false
    /// Of the options, the profile and the tools; see `PreparationOptions.settings`.
    package var settings: String
    package var onEvent: @Sendable (BatchEvent) -> Void

    package init(
        options: PreparationOptions, store: Store, ledger: Ledger, lanes: LanePool,
        settings: String, onEvent: @escaping @Sendable (BatchEvent) -> Void
    ) {
        self.options = options
        self.store = store
        self.ledger = ledger
        self.lanes = lanes
        width = lanes.lanes.count
        self.settings = settings
        self.onEvent = onEvent
    }

    /// What all of a run's lanes know.
    private struct Round {
        let cache: ContentCache
        /// Sources whose outputs' names another may want.
        let contested: Set<BytePath>
        /// What earlier runs have found, by source.
        let earlier: [BytePath: BatchRecord]
    }

    /// Prepares what has to be prepared and returns a row for every source, in their order.
    ///
    /// Closing the ledger's queue lets the running jobs finish; cancelling the task ends them at once. In both
    /// cases what is finished is kept, and the other sources' rows say `interrupted`. Throws what keeps
    /// the batch from going on at all: `StorageError`, `LedgerError`, `CodecFailure.unreachable`, and what the
    /// store throws.
    package func run(_ sources: [Source]) async throws -> BatchResult {
        let earlier = try await records()
        let outputs = earlier.values.compactMap { $0.asset.attachment.map { BytePath($0.file) } }
        try await store.clearStaging(keeping: Set(outputs))
        let toDo = force ? sources : try await changed(sources, since: earlier)
        let jobs = toDo.map { QueuedJob(key: $0.name.bytes, weight: JobWeight.of($0)) }
        let weight = jobs.reduce(0) { $0 + $1.weight }
        onEvent(.began(total: sources.count, toDo: toDo.count, weight: weight))
        let round = Round(
            cache: ContentCache(force ? [] : Array(earlier.values), settings: settings),
            contested: OutputNames.contested(sources.map(\.name)), earlier: earlier)
        let redone = try await work(off: toDo, jobs, round)
        let undone = Set(toDo.map(\.name)).subtracting(redone)
        let records = try await records().filter { !undone.contains($0.key) }
        return try await Settlement(in: store) { [ledger] name, record in
            try await ledger.store(result: record.encoded(), for: name.bytes)
        }.settle(sources, records.filter(among: sources))
    }

    private func records() async throws -> [BytePath: BatchRecord] {
        var records: [BytePath: BatchRecord] = [:]
        for (key, value) in try await ledger.results() {
            records[BytePath(bytes: key)] = BatchRecord(value)
        }
        return records
    }

    /// The sources that have no valid result, in their order.
    private func changed(
        _ sources: [Source], since earlier: [BytePath: BatchRecord]
    ) async throws -> [Source] {
        let known = sources.indices.filter { earlier[sources[$0].name] != nil }
        let valid = try await withThrowingTaskGroup(of: Int?.self) { group in
            var waiting = known.makeIterator()
            var valid: Set<Int> = []
            func begin() {
                guard let index = waiting.next() else { return }
                group.addTask {
                    let source = sources[index]
                    let holds = try await earlier[source.name]?.holds(
                        for: source, settings: settings, in: store)
                    return holds == true ? index : nil
                }
            }
            for _ in 0..<width { begin() }
            for try await index in group {
                if let index { valid.insert(index) }
                begin()
            }
            return valid
        }
        return sources.indices.filter { !valid.contains($0) }.map { sources[$0] }
    }

    /// Works on the sources until none is left or the batch is stopped; returns those that are done.
    private func work(
        off toDo: [Source], _ jobs: [QueuedJob], _ round: Round
    ) async throws -> Set<BytePath> {
        let byName = Dictionary(zip(toDo, jobs).map { ($0.name, ($0, $1.weight)) }) { first, _ in
            first
        }
        try await ledger.begin(jobs)
        let done = Mutex<Set<BytePath>>([])
        let scheduler = Scheduler(queue: ledger, lanes: width)
        do {
            try await scheduler.run { lease, lane in
                guard let (source, weight) = byName[BytePath(bytes: lease.key)] else {
                    return .release
                }
                onEvent(.started(lane: lane, source: source.name, weight: weight))
                let verdict = try await prepare(source, lease, lane, round)
                if case .complete = verdict { done.withLock { _ = $0.insert(source.name) } }
                return verdict
            }
        } catch is CancellationError {
            // What is finished is kept; the rows of the rest say that they were interrupted.
        }
        await lanes.stop()
        return done.withLock { $0 }
    }

    /// One attempt at one source, to its row in the ledger.
    private func prepare(
        _ source: Source, _ lease: Lease, _ lane: Int, _ round: Round
    ) async throws -> Verdict {
        var attempt = Attempt(
            at: source, isContested: round.contested.contains(source.name), options: options,
            settings: settings, store: store, opener: opener)
        attempt.cache = round.cache
        var record: BatchRecord
        do {
            record = try await attempt.record(in: lanes) {
                onEvent(.progressed(lane: lane, $0))
            }
        } catch let failure as CodecFailure {
            if failure == .interrupted { return .release }
            guard let reason = failure.reason else { throw failure }
            if failure.isWorthAnotherAttempt, retry.allowsRetry(after: lease.attempt) {
                return .retry
            }
            record = attempt.failed(reason)
        }
        record.replace(round.earlier[source.name])
        onEvent(.finished(lane: lane, record.asset, encodes: record.encodes))
        return .complete(try record.encoded())
    }
}

extension [BytePath: BatchRecord] {
    /// Those of some sources: earlier runs had others as well.
    fileprivate func filter(among sources: [Source]) -> Self {
        let names = Set(sources.map(\.name))
        return filter { names.contains($0.key) }
    }
}

extension CodecFailure {
    /// What the manifest says of a source whose last attempt ended so; nil where no source is to blame
    /// because the codec program does not run at all.
    package var reason: Reason? {
        switch self {
        case .crashed(let how):
            Reason(.crashed, "the codec process crashed on it" + (how.isEmpty ? "" : " (\(how))"))
        case .malformed: Reason(.crashed, "the codec process gave an answer that makes no sense")
        case .stalled(let patience):
            Reason(.timeout, "the codec process gave no sign of life for \(patience)")
        case .late(let patience): Reason(.timeout, "it took longer than \(patience)")
        case .forbidden(let call):
            Reason(
                .crashed,
                "the codec process tried what its cage forbids (system call \(call)) and was ended")
        case .outOfMemory(let limit):
            Reason(.memory, "the codec process filled more than \(limit / 1_000_000) MB of memory")
        case .interrupted: Reason(.interrupted, "the run was interrupted")
        case .unreachable: nil
        }
    }

    /// A crash or a hang may be an accident; what takes too long takes as long again.
    package var isWorthAnotherAttempt: Bool {
        switch self {
        case .crashed, .stalled, .malformed: true
        case .late, .interrupted, .unreachable, .forbidden, .outOfMemory: false
        }
    }
}
