internal import WorkQueue

/// Publishes and reads messages of streams, on a thread of its own.
///
/// Everything throws `ClusterError`.
package actor JetStream {
    private let executor: ThreadExecutor
    nonisolated let connection: NATSConnection
    package nonisolated let names: StreamNames
    nonisolated let patience: Patience

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    private init(_ connection: NATSConnection, _ names: StreamNames, _ patience: Patience) {
        executor = ThreadExecutor(label: "pushmedia.jetstream")
        self.connection = connection
        self.names = names
        self.patience = patience
    }

    /// Connects to the servers, and waits a little for those that answer but are not ready.
    package static func connect(
        _ settings: NATSSettings, names: StreamNames, patience: Patience = Patience()
    ) async throws -> JetStream {
        // The library waits for the server on the calling thread.
        let thread = BlockingThread(label: "pushmedia.connect")
        let connection = try await thread.run { () throws(ClusterError) in
            try NATSConnection(settings, name: "pushmedia")
        }
        let jetStream = JetStream(connection, names, patience)
        try await jetStream.setUpPatience.persist { try await jetStream.checkReadiness() }
        return jetStream
    }

    /// Whether a server is connected at the moment.
    package nonisolated var isConnected: Bool { connection.isConnected }

    /// Appends a message to the stream of its subject, durably.
    ///
    /// - Parameter id: a message with the same id as one of the last hour is not appended again.
    nonisolated func publish(_ bytes: [UInt8], to subject: String, id: String? = nil) async throws {
        try await patience.persist { try await self.publishOnce(bytes, subject, id) }
    }

    /// The last message of a subject among the results; nil if there is none.
    nonisolated func last(of subject: String) async throws -> [UInt8]? {
        try await patience.persist { try await self.lastOnce(subject) }
    }

    /// Throws `.unreachable` where the servers have no JetStream, or not yet.
    private func checkReadiness() throws(ClusterError) {
        try connection.checkReadiness()
    }

    private func publishOnce(
        _ bytes: [UInt8], _ subject: String, _ id: String?
    ) throws(ClusterError) {
        try connection.publish(bytes, to: subject, id: id)
    }

    private func lastOnce(_ subject: String) throws(ClusterError) -> [UInt8]? {
        try connection.last(of: subject, in: names.results)
    }
}
