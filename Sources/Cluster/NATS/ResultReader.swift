internal import CNATS
internal import WorkQueue

/// Reads the messages of some subjects of the results, in their order, and those that come after.
@safe actor ResultReader {
    struct Message: Sendable {
        var sequence: UInt64
        var bytes: [UInt8]
        /// How many are behind it by now.
        var pending: UInt64
    }

    private static let most: Int32 = 200

    private let executor: ThreadExecutor
    private let connection: NATSConnection
    private let stream: String
    private let subject: String
    private var subscription: OpaquePointer?
    private var next: UInt64 = 1

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(_ jetStream: JetStream, subject: String) {
        executor = ThreadExecutor(label: "pushmedia.results")
        connection = jetStream.connection
        stream = jetStream.names.results
        self.subject = subject
    }

    isolated deinit { unsafe natsSubscription_Destroy(subscription) }

    /// The next messages, or none if none come within so many milliseconds.
    ///
    /// After an error it goes on behind the last message that it has handed out.
    func read(within wait: Int64) throws(ClusterError) -> [Message] {
        try subscribe()
        var list = unsafe natsMsgList()
        var code = jsErrCode(0)
        let status = unsafe natsSubscription_Fetch(&list, subscription, Self.most, wait, &code)
        if status == NATS_TIMEOUT { return [] }
        guard status == NATS_OK else {
            unsafe natsSubscription_Destroy(subscription)
            unsafe subscription = nil
            throw NATSCall("read", stream).interruption(status, code)
        }
        defer { unsafe natsMsgList_Destroy(&list) }
        var messages: [Message] = []
        for index in unsafe 0..<Int(list.Count) {
            guard let message = unsafe list.Msgs[index] else { continue }
            let metadata = try unsafe NATSConnection.metadata(of: message)
            next = metadata.sequence + 1
            unsafe messages.append(
                Message(
                    sequence: metadata.sequence, bytes: NATSConnection.bytes(of: message),
                    pending: metadata.pending))
        }
        return messages
    }

    /// Calls the body with every message that there is now.
    nonisolated func each(
        _ patience: Patience, _ body: (Message) async throws -> Void
    ) async throws {
        while true {
            let messages = try await patience.persist { try await self.read(within: Self.wait) }
            for message in messages { try await body(message) }
            guard let last = messages.last, last.pending > 0 else { return }
        }
    }

    /// Milliseconds in which the first message comes, if there is one.
    private static let wait: Int64 = 2_000

    private func subscribe() throws(ClusterError) {
        guard unsafe subscription == nil else { return }
        var options = unsafe jsSubOptions()
        unsafe jsSubOptions_Init(&options)
        unsafe options.Config.AckPolicy = js_AckNone
        unsafe options.Config.DeliverPolicy = js_DeliverByStartSequence
        unsafe options.Config.OptStartSeq = next
        unsafe options.Config.MemoryStorage = true
        var code = jsErrCode(0)
        let status = unsafe stream.withCString { stream in
            unsafe options.Stream = unsafe stream
            return unsafe js_PullSubscribe(
                &subscription, connection.context, subject, nil, nil, &options, &code)
        }
        try NATSCall("read", stream).check(status, code)
    }
}
