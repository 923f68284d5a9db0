internal import CSQLite

/// A value that takes the place of a `?` in a statement.
enum SQLValue {
    case integer(Int64)
    case blob([UInt8])
}

/// A prepared statement; finalised when it goes.
@safe final class Statement {
    private let sql: String
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    init(_ sql: String, _ connection: OpaquePointer) throws(LedgerError) {
        var handle: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let prepared = unsafe handle else {
            throw unsafe LedgerError(connection, sql: sql)
        }
        self.sql = sql
        unsafe self.connection = connection
        unsafe self.handle = prepared
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Binds one value to each `?`, in order.
    func bind(_ values: [SQLValue]) throws(LedgerError) {
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .integer(let integer): unsafe sqlite3_bind_int64(handle, index, integer)
                // An empty array may have no address, which would bind NULL.
                case .blob([]): unsafe sqlite3_bind_zeroblob(handle, index, 0)
                case .blob(let bytes):
                    unsafe sqlite3_bind_blob64(
                        handle, index, bytes, UInt64(bytes.count), Self.copied)
                }
            guard code == SQLITE_OK else { throw unsafe LedgerError(connection, sql: sql) }
        }
    }

    /// Goes to the next row.
    ///
    /// False at the end.
    func step() throws(LedgerError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe LedgerError(connection, sql: sql)
        }
    }

    /// Makes it ready to run again.
    ///
    /// What failed before has been reported by `step`.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// A number in the current row; columns count from 0.
    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// Bytes in the current row.
    func blob(_ column: Int32) -> [UInt8] {
        // In this order: asking for the bytes may change how many there are.
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    func text(_ column: Int32) -> String {
        String(decoding: blob(column), as: UTF8.self)
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies the bytes.
    private static let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
