/// The tables of the ledger, and their version.
enum Schema {
    /// Grows with every change that an older program cannot live with.
    static let version: Int64 = 1

    private static let statements = [
        // The work of the current run. attempts counts those that have ended in a retry.
        """
        CREATE TABLE job (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key BLOB NOT NULL UNIQUE,
            weight INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            leased INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX job_order ON job (leased, weight DESC, key)",
        // What the runs have found, for as long as it is wanted.
        "CREATE TABLE result (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)",
    ]

    /// Makes the tables in a new database; throws `.newerVersion` for one of a later program.
    static func prepare(_ connection: Connection) throws(LedgerError) {
        // Readers such as sqlite3(1) do not block the run. Where a file system cannot do it, SQLite
        // keeps to its rollback journal, which is as durable.
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.transaction(.full) { () throws(LedgerError) in
            let found = try connection.rows("PRAGMA user_version") { $0.integer(0) }.first ?? 0
            guard found <= version else {
                throw LedgerError(
                    kind: .newerVersion, extendedCode: 0,
                    description: "the ledger has version \(found), this program knows \(version)")
            }
            guard found == 0 else { return }
            for statement in statements { try connection.run(statement) }
            try connection.run("PRAGMA user_version = \(version)")
        }
    }
}
