internal import CNATS
internal import Synchronization

/// What became of the messages of a chunk, as the servers tell.
private final class Receipts: Sendable {
    private struct Counts {
        var kept = 0
        var duplicates = 0
    }

    private let counts = Mutex(Counts())

    var kept: Int { counts.withLock { $0.kept } }
    var duplicates: Int { counts.withLock { $0.duplicates } }

    func note(isDuplicate: Bool) {
        counts.withLock { counts in
            counts.kept += 1
            if isDuplicate { counts.duplicates += 1 }
        }
    }
}

extension JetStream {
    /// Appends messages to a stream, many at a time; all of them are kept when it returns.
    ///
    /// - Returns: how many were known by their ids, and not appended again.
    nonisolated func publish(
        _ messages: [(id: String, bytes: [UInt8])], to subject: String
    ) async throws -> Int {
        try await patience.persist { try await self.publishOnce(messages, subject) }
    }

    private func publishOnce(
        _ messages: [(id: String, bytes: [UInt8])], _ subject: String
    ) throws(ClusterError) -> Int {
        let call = NATSCall("publish", subject)
        let receipts = Receipts()
        // The library may still have an answer in hand when the call is given up: then they stay for good.
        let retained = unsafe Unmanaged.passRetained(receipts)
        let context = try unsafe asynchronousContext(retained.toOpaque())
        defer { unsafe jsCtx_Destroy(context) }
        for message in messages {
            var options = unsafe jsPubOptions()
            unsafe jsPubOptions_Init(&options)
            let status = unsafe message.id.withCString { id in
                unsafe options.MsgId = unsafe id
                return unsafe message.bytes.withUnsafeBytes { buffer in
                    unsafe js_PublishAsync(
                        context, subject, buffer.baseAddress, Int32(buffer.count), &options)
                }
            }
            try call.check(status)
        }
        var options = unsafe jsPubOptions()
        unsafe jsPubOptions_Init(&options)
        unsafe options.MaxWait = NATSConnection.wait * 2
        let status = unsafe js_PublishAsyncComplete(context, &options)
        try call.check(status)
        unsafe retained.release()
        guard receipts.kept == messages.count else { throw call.error(NATS_TIMEOUT) }
        return receipts.duplicates
    }

    /// A context that counts the servers' answers in `Receipts`.
    @unsafe private func asynchronousContext(
        _ receipts: UnsafeMutableRawPointer
    ) throws(ClusterError) -> OpaquePointer? {
        var options = unsafe jsOptions()
        unsafe jsOptions_Init(&options)
        unsafe options.Wait = NATSConnection.wait
        unsafe options.PublishAsync.AckHandlerClosure = unsafe receipts
        unsafe options.PublishAsync.AckHandler = { _, message, receipt, fault, closure in
            if let receipt = unsafe receipt, unsafe fault == nil, let closure = unsafe closure {
                let receipts = unsafe Unmanaged<Receipts>.fromOpaque(closure)
                    .takeUnretainedValue()
                unsafe receipts.note(isDuplicate: receipt.pointee.Duplicate)
            }
            unsafe natsMsg_Destroy(message)
        }
        var context: OpaquePointer?
        try NATSCall("publish", names.jobs).check(
            unsafe natsConnection_JetStream(&context, connection.connection, &options))
        return unsafe context
    }

    /// How many jobs of all batches wait, and how many are held by workers.
    package nonisolated func counts() async throws -> (waiting: Int, held: Int) {
        try await patience.persist { try await self.countsOnce() }
    }

    private func countsOnce() throws(ClusterError) -> (waiting: Int, held: Int) {
        var info: UnsafeMutablePointer<jsConsumerInfo>?
        var code = jsErrCode(0)
        let status = unsafe js_GetConsumerInfo(
            &info, connection.context, names.jobs, Self.workers, nil, &code)
        if status == NATS_NOT_FOUND || code == JSConsumerNotFoundErr {
            return (try unheld(), 0)
        }
        try NATSCall("look up", names.jobs).check(status, code)
        defer { unsafe jsConsumerInfo_Destroy(info) }
        guard let info = unsafe info?.pointee else { return (0, 0) }
        return unsafe (Int(info.NumPending), Int(info.NumAckPending))
    }

    /// The jobs of a queue that no worker has come to yet.
    private func unheld() throws(ClusterError) -> Int {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        var code = jsErrCode(0)
        let status = unsafe js_GetStreamInfo(&info, connection.context, names.jobs, nil, &code)
        try NATSCall("look up", names.jobs).check(status, code)
        defer { unsafe jsStreamInfo_Destroy(info) }
        return unsafe info.map { unsafe Int($0.pointee.State.Msgs) } ?? 0
    }
}
