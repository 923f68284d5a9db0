internal import CSQLite

/// The library that keeps the ledger.
package enum SQLiteLibrary {
    package static var version: String {
        unsafe sqlite3_libversion().map { unsafe String(cString: $0) } ?? "unknown"
    }
}
