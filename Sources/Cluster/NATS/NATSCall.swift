internal import CNATS

/// A call of the NATS library, for the errors that come of it.
struct NATSCall {
    private let operation: String
    private let subject: String

    /// - Parameters:
    ///   - operation: what is tried, such as `publish`.
    ///   - subject: what it is about.
    init(_ operation: String, _ subject: String) {
        self.operation = operation
        self.subject = subject
    }

    func check(
        _ status: natsStatus, _ code: jsErrCode = jsErrCode(0)
    ) throws(ClusterError) {
        guard status == NATS_OK else { throw error(status, code) }
    }

    /// The same where only a file's contents can be at fault.
    func check(_ status: natsStatus, file: String) throws(ClusterError) {
        guard status == NATS_OK else {
            throw ClusterError(.wrongFile(file), operation: operation, subject: subject)
        }
    }

    func error(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) -> ClusterError {
        ClusterError(kind(status, code), operation: operation, subject: subject)
    }

    /// The error of a request that a server ends when it shuts down or another one takes over, in words of its own;
    /// the same request to the next one may succeed.
    func interruption(_ status: natsStatus, _ code: jsErrCode) -> ClusterError {
        var error = error(status, code)
        if case .unexpected(let text) = error.kind { error.kind = .unreachable(text) }
        return error
    }

    private func kind(_ status: natsStatus, _ code: jsErrCode) -> ClusterError.Kind {
        let text = unsafe String(cString: natsStatus_GetText(status))
        switch status {
        case NATS_CONNECTION_AUTH_FAILED: return .wrongCredentials
        case NATS_NOT_PERMITTED: return .notPermitted(lastText ?? text)
        case NATS_NO_RESPONDERS: return .unreachable("it has no JetStream, or it is not ready")
        case NATS_TIMEOUT, NATS_CONNECTION_DISCONNECTED, NATS_IO_ERROR, NATS_NO_SERVER,
            NATS_STALE_CONNECTION, NATS_MISSED_HEARTBEAT, NATS_CONNECTION_CLOSED,
            NATS_NOT_YET_CONNECTED:
            return .unreachable(text)
        case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
            return .unreachable("TLS: \(lastText ?? text)")
        default:
            let words = lastText ?? text
            return Self.passing.contains(code.rawValue)
                ? .unreachable(words) : .unexpected(words)
        }
    }

    /// What the library has to say of this thread's last error.
    private var lastText: String? {
        var status = NATS_OK
        guard let text = unsafe nats_GetLastError(&status), unsafe text.pointee != 0 else {
            return nil
        }
        // It says where in its own source that was, as `(conn.c:733): ...`.
        let words = unsafe String(cString: text)
        guard words.hasPrefix("("), let end = words.firstRange(of: "): ") else { return words }
        return String(words[end.upperBound...])
    }

    /// What JetStream says while a cluster elects a leader, or has servers down.
    private static let passing = [
        JSClusterNoPeersErr, JSClusterNotAvailErr, JSClusterNotLeaderErr,
        JSInsufficientResourcesErr, JSStreamStoreFailedErr, JSStreamOfflineErr,
        JSConsumerOfflineErr,
    ].map(\.rawValue)
}
