internal import CSQLite
import Glibc

/// A ledger that cannot be opened or used.
package struct LedgerError: Error, Equatable, Sendable {
    /// What the program acts on.
    package enum Kind: Equatable, Sendable {
        /// Another run works in the same folder.
        case locked
        /// Another program reads or writes the ledger, and does not come to an end.
        case busy
        /// The ledger was written by a newer version of the program.
        case newerVersion
        /// The file is damaged, or is no ledger.
        case corrupt
        /// The file system or a quota is full.
        case outOfSpace
        /// Anything else: no permission, a read-only or failing disk.
        case unavailable
    }

    package let kind: Kind
    /// SQLite's extended result code, or errno where it was not SQLite that failed.
    package let extendedCode: Int32
    /// The statement that failed.
    package let sql: String?
    /// One line in English, without the ledger's path.
    package let description: String

    package init(kind: Kind, extendedCode: Int32, sql: String? = nil, description: String) {
        self.kind = kind
        self.extendedCode = extendedCode
        self.sql = sql
        self.description = description
    }
}

extension LedgerError: CustomStringConvertible {}

extension LedgerError {
    /// Takes the reason from SQLite's last failed call on a connection.
    init(_ connection: OpaquePointer?, sql: String? = nil) {
        let code = unsafe sqlite3_extended_errcode(connection)
        let systemCode = unsafe sqlite3_system_errno(connection)
        let text = unsafe String(cString: sqlite3_errmsg(connection))
        self.init(
            kind: Self.kind(of: code, systemCode), extendedCode: code, sql: sql, description: text)
    }

    /// Takes the reason from the errno of a failed call.
    init(call: String, path: String, errno code: Int32) {
        var reason = [CChar](repeating: 0, count: 256)
        let isKnown = unsafe strerror_r(code, &reason, reason.count) == 0
        let text = reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        let why = isKnown ? String(decoding: text, as: UTF8.self) : "error \(code)"
        self.init(
            kind: code == ENOSPC || code == EDQUOT ? .outOfSpace : .unavailable,
            extendedCode: code, description: "\(call): \(path): \(why)")
    }

    private static func kind(of code: Int32, _ systemCode: Int32) -> Kind {
        switch code & 0xff {
        // Every statement is a constant, so one that is wrong has met tables that are not ours.
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR: .corrupt
        case SQLITE_BUSY: .busy
        case SQLITE_FULL: .outOfSpace
        // Only some calls report a full disk as such.
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            systemCode == ENOSPC || systemCode == EDQUOT ? .outOfSpace : .unavailable
        default: .unavailable
        }
    }
}
