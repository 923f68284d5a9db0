import Glibc
package import WorkQueue

/// The durable record of the work in one folder: the queue of the current run, and the results of
/// all runs.
///
/// It lives in `.pushmedia/ledger.sqlite` in that folder. One run has it to itself for as long as
/// the value lives. Results survive a loss of power; the queue is made anew by every run.
package actor Ledger: JobQueue {
    private let executor: ThreadExecutor
    private let connection: Connection
    private let lock: FolderLock
    private var isClosed = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Opens the ledger of a folder; both are made if needed.
    ///
    /// Leases of a run that was killed are gone.
    package init(directory: String) throws(LedgerError) {
        let folder = directory + "/.pushmedia"
        try Self.makeFolder(folder)
        lock = try FolderLock(file: folder + "/lock")
        executor = ThreadExecutor(label: "ledger")
        let file = folder + "/ledger.sqlite"
        try Self.refuseLink(file)
        let connection = try Connection(path: file)
        try Schema.prepare(connection)
        try connection.transaction(.relaxed) { () throws(LedgerError) in
            try connection.run("UPDATE job SET leased = 0 WHERE leased = 1")
        }
        self.connection = connection
    }

    /// Makes the given jobs the work of this run, in place of whatever an earlier run has left.
    ///
    /// Of several with the same key the heaviest counts. Results stay.
    package func begin(_ jobs: [QueuedJob]) throws(LedgerError) {
        try connection.transaction(.relaxed) { () throws(LedgerError) in
            try connection.run("DELETE FROM job")
            for job in jobs {
                try connection.run(
                    """
                    INSERT INTO job (key, weight) VALUES (?, ?)
                    ON CONFLICT (key) DO UPDATE SET weight = max(weight, excluded.weight)
                    """, .blob(job.key), .integer(job.weight))
            }
        }
    }

    /// Leases the heaviest job that nobody has, the first by key among equals.
    package func lease() throws(LedgerError) -> Lease? {
        guard !isClosed else { return nil }
        return try connection.transaction(.relaxed) { () throws(LedgerError) in
            try connection.rows(
                """
                UPDATE job SET leased = 1 WHERE id = (
                    SELECT id FROM job WHERE leased = 0 ORDER BY weight DESC, key LIMIT 1
                ) RETURNING id, key, attempts
                """
            ) { row in
                Lease(job: row.integer(0), key: row.blob(1), attempt: Int(row.integer(2)) + 1)
            }.first
        }
    }

    package func complete(_ lease: Lease, result: [UInt8]) throws(LedgerError) {
        try connection.transaction(.full) { () throws(LedgerError) in
            try keep(result, for: lease.key)
            try connection.run("DELETE FROM job WHERE id = ?", .integer(lease.job))
        }
    }

    package func retry(_ lease: Lease) throws(LedgerError) {
        try giveBack(lease, countingAttempts: 1)
    }

    package func release(_ lease: Lease) throws(LedgerError) {
        try giveBack(lease, countingAttempts: 0)
    }

    package func close() {
        isClosed = true
    }

    /// Brings everything into the one file of the database, so that it can be copied.
    package func checkpoint() throws(LedgerError) {
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func giveBack(_ lease: Lease, countingAttempts count: Int64) throws(LedgerError) {
        try connection.transaction(.relaxed) { () throws(LedgerError) in
            try connection.run(
                "UPDATE job SET leased = 0, attempts = attempts + ? WHERE id = ? AND leased = 1",
                .integer(count), .integer(lease.job))
        }
    }

    /// A link would have the ledger made wherever it leads.
    private static func refuseLink(_ path: String) throws(LedgerError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
        throw LedgerError(call: "open", path: path, errno: ELOOP)
    }

    /// Makes a folder with the folders around it.
    private static func makeFolder(_ path: String) throws(LedgerError) {
        let names = path.split(separator: "/")
        for count in 1...names.count {
            let folder =
                (path.hasPrefix("/") ? "/" : "") + names.prefix(count).joined(separator: "/")
            guard unsafe mkdir(folder, 0o777) != 0, errno != EEXIST else { continue }
            let code = errno
            // Where nothing may be made, the folder may still be there.
            var status = stat()
            guard unsafe stat(folder, &status) == 0 else {
                throw LedgerError(call: "mkdir", path: folder, errno: code)
            }
        }
    }
}

// MARK: Results

extension Ledger {
    /// The result that is kept under a key.
    package func result(for key: [UInt8]) throws(LedgerError) -> [UInt8]? {
        try connection.rows("SELECT value FROM result WHERE key = ?", .blob(key)) { $0.blob(0) }
            .first
    }

    /// All results, in the order of their keys' bytes.
    package func results() throws(LedgerError) -> [(key: [UInt8], value: [UInt8])] {
        try connection.rows("SELECT key, value FROM result ORDER BY key") {
            (key: $0.blob(0), value: $0.blob(1))
        }
    }

    /// Keeps a result that took no job, durably, in place of an earlier one.
    package func store(result: [UInt8], for key: [UInt8]) throws(LedgerError) {
        try connection.transaction(.full) { () throws(LedgerError) in
            try keep(result, for: key)
        }
    }

    /// How many jobs wait, how many are being worked on, and how many results there are.
    package func counts() throws(LedgerError) -> (pending: Int, leased: Int, done: Int) {
        let counts = try connection.rows(
            """
            SELECT (SELECT count(*) FROM job WHERE leased = 0),
                   (SELECT count(*) FROM job WHERE leased = 1),
                   (SELECT count(*) FROM result)
            """
        ) { row in
            (
                pending: Int(row.integer(0)), leased: Int(row.integer(1)),
                done: Int(row.integer(2))
            )
        }
        return counts.first ?? (0, 0, 0)
    }

    private func keep(_ result: [UInt8], for key: [UInt8]) throws(LedgerError) {
        try connection.run(
            """
            INSERT INTO result (key, value) VALUES (?, ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """, .blob(key), .blob(result))
    }
}
