internal import CNATS
internal import WorkQueue

/// Takes one job at a time out of the queue, and settles it, on a thread of its own.
@safe actor JobReceiver {
    /// A job as it was handed out.
    struct Received: Sendable {
        var bytes: [UInt8]
        /// How often it was handed out, this time included.
        var deliveries: Int
    }

    private let executor: ThreadExecutor
    private nonisolated let connection: NATSConnection
    private nonisolated let names: StreamNames
    private var subscription: OpaquePointer?
    private var message: OpaquePointer?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(_ connection: NATSConnection, _ names: StreamNames, number: Int) {
        executor = ThreadExecutor(label: "pushmedia.jobs.\(number)")
        self.connection = connection
        self.names = names
    }

    isolated deinit {
        unsafe natsMsg_Destroy(message)
        unsafe natsSubscription_Destroy(subscription)
    }

    /// Waits so many milliseconds for a job; nil if none came.
    func receive(within wait: Int64) throws(ClusterError) -> Received? {
        try subscribe()
        var list = unsafe natsMsgList()
        var code = jsErrCode(0)
        let status = unsafe natsSubscription_Fetch(&list, subscription, 1, wait, &code)
        if status == NATS_TIMEOUT { return nil }
        guard status == NATS_OK else {
            // After an outage the library may wait for an answer that was given to nobody.
            unsafe natsSubscription_Destroy(subscription)
            unsafe subscription = nil
            throw NATSCall("receive", names.jobs).interruption(status, code)
        }
        defer { unsafe natsMsgList_Destroy(&list) }
        guard unsafe list.Count > 0, let first = unsafe list.Msgs[0] else { return nil }
        // The message is ours from here on.
        unsafe list.Msgs[0] = nil
        unsafe natsMsg_Destroy(message)
        unsafe message = first
        let deliveries = try unsafe NATSConnection.metadata(of: first).deliveries
        return unsafe Received(bytes: NATSConnection.bytes(of: first), deliveries: deliveries)
    }

    /// Tells that the job is still being worked on.
    func reportProgress() {
        // If it does not arrive, the job is handed out once more, which does no harm.
        _ = unsafe natsMsg_InProgress(message, nil)
    }

    /// Takes the job out of the queue, and waits until that is kept.
    func acknowledge() throws(ClusterError) {
        var code = jsErrCode(0)
        let status = unsafe natsMsg_AckSync(message, nil, &code)
        // What an earlier try has done, though its answer was lost.
        if status == NATS_ILLEGAL_STATE { return }
        try NATSCall("acknowledge", names.jobs).check(status, code)
    }

    /// Puts the job back, to be handed out again after so many milliseconds.
    func giveBack(after delay: Int64) {
        // If it does not arrive, the job is handed out once its lease is over.
        _ = unsafe natsMsg_NakWithDelay(message, delay, nil)
        _ = unsafe natsConnection_FlushTimeout(connection.connection, 2_000)
    }

    func publish(_ bytes: [UInt8], to subject: String) throws(ClusterError) {
        try connection.publish(bytes, to: subject)
    }

    func last(of subject: String) throws(ClusterError) -> [UInt8]? {
        try connection.last(of: subject, in: names.results)
    }

    private func subscribe() throws(ClusterError) {
        guard unsafe subscription == nil else { return }
        var options = unsafe jsSubOptions()
        unsafe jsSubOptions_Init(&options)
        var code = jsErrCode(0)
        let status = unsafe names.jobs.withCString { stream in
            unsafe JetStream.workers.withCString { consumer in
                unsafe options.Stream = unsafe stream
                unsafe options.Consumer = unsafe consumer
                return unsafe js_PullSubscribe(
                    &subscription, connection.context, names.jobSubjects[0], consumer, nil,
                    &options, &code)
            }
        }
        try NATSCall("subscribe", names.jobs).check(status, code)
    }
}
