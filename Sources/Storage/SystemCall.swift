import Glibc

/// Calls that report a failure by -1 and errno, as typed errors and with EINTR retried.
enum SystemCall {
    /// Runs a call until it is not interrupted by a signal.
    ///
    /// - Parameters:
    ///   - operation: the call's name, for the error.
    ///   - path: what it is about, for the error.
    @discardableResult
    static func retrying<Value: SignedInteger>(
        _ operation: String, _ path: BytePath, _ call: () -> Value
    ) throws(StorageError) -> Value {
        while true {
            let value = call()
            if value != -1 { return value }
            let code = errno
            if code != EINTR { throw StorageError(operation: operation, path: path, errno: code) }
        }
    }

    /// Runs a call that takes an open file, which stays open meanwhile.
    @discardableResult
    static func retrying<Value: SignedInteger>(
        _ operation: String, on file: OpenFile, _ call: (_ descriptor: Int32) -> Value
    ) throws(StorageError) -> Value {
        try withExtendedLifetime(file) { () throws(StorageError) in
            try retrying(operation, file.path) { call(file.descriptor) }
        }
    }

    /// Runs a call that takes an open folder and a name in it.
    ///
    /// Without a folder, the name is a path from the working folder or the root. The folder stays
    /// open and the pointer is valid during the call only.
    @safe @discardableResult
    static func retrying<Value: SignedInteger>(
        _ operation: String, at name: BytePath, in folder: OpenFile?,
        _ call: (_ folder: Int32, _ name: UnsafePointer<CChar>) -> Value
    ) throws(StorageError) -> Value {
        let path = folder?.path(of: name) ?? name
        // C would take the name for a shorter one.
        guard !name.bytes.contains(0) else {
            throw StorageError(operation: operation, path: path, errno: EINVAL)
        }
        return try withExtendedLifetime(folder) { () throws(StorageError) in
            try retrying(operation, path) {
                name.withCString { unsafe call(folder?.descriptor ?? AT_FDCWD, $0) }
            }
        }
    }
}

extension BytePath {
    /// Calls the body with the path as C has it; the pointer is valid during the call only.
    @safe func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        let characters = bytes.map(CChar.init(bitPattern:)) + [0]
        return unsafe characters.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else {
                preconditionFailure("an array that is not empty has an address")
            }
            return unsafe body(start)
        }
    }
}
