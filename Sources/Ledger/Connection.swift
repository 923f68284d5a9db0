internal import CSQLite

/// One connection to a database, with the statements it has prepared.
///
/// It is opened without SQLite's own locks: whoever owns it makes one call at a time.
@safe final class Connection {
    /// How much a transaction survives.
    enum Durability: String {
        /// A crash of the program, but not always a loss of power. Costs no wait for the disk.
        case relaxed = "NORMAL"
        /// A loss of power.
        case full = "FULL"
    }

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private var durability: Durability?

    /// Opens a database, which is made if needed.
    init(path: String) throws(LedgerError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe handle else {
            let error = unsafe LedgerError(handle)
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        unsafe self.handle = opened
        unsafe sqlite3_busy_timeout(opened, 5000)
    }

    deinit {
        // Closing waits for the statements, which are finalised with the last reference to them.
        statements = [:]
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs a statement and hands out its rows.
    func rows<Value>(
        _ sql: String, _ values: SQLValue..., read: (Statement) -> Value
    ) throws(LedgerError) -> [Value] {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [Value] = []
        while try statement.step() { rows.append(read(statement)) }
        return rows
    }

    /// Runs a statement that gives no rows, or none that matter.
    func run(_ sql: String, _ values: SQLValue...) throws(LedgerError) {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Runs all of the body or nothing of it.
    func transaction<Value>(
        _ durability: Durability, _ body: () throws(LedgerError) -> Value
    ) throws(LedgerError) -> Value {
        if self.durability != durability {
            try run("PRAGMA synchronous = \(durability.rawValue)")
            self.durability = durability
        }
        try run("BEGIN IMMEDIATE")
        do throws(LedgerError) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // Some errors have rolled back already, which makes this one fail.
            try? run("ROLLBACK")
            throw error
        }
    }

    private func prepare(_ sql: String) throws(LedgerError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try unsafe Statement(sql, handle)
        statements[sql] = statement
        return statement
    }
}
