internal import CNATS

extension NATSConnection {
    /// Asks what the account may use of JetStream, which a server without it does not answer.
    func checkReadiness() throws(ClusterError) {
        var info: UnsafeMutablePointer<jsAccountInfo>?
        var code = jsErrCode(0)
        let status = unsafe js_GetAccountInfo(&info, context, nil, &code)
        unsafe jsAccountInfo_Destroy(info)
        try NATSCall("use JetStream", subject).check(status, code)
    }

    /// Appends a message to the stream of its subject, and waits until it is kept.
    func publish(_ bytes: [UInt8], to subject: String, id: String? = nil) throws(ClusterError) {
        var code = jsErrCode(0)
        var options = unsafe jsPubOptions()
        unsafe jsPubOptions_Init(&options)
        let status = unsafe (id ?? "").withCString { pointer in
            if id != nil { unsafe options.MsgId = unsafe pointer }
            return unsafe bytes.withUnsafeBytes { buffer in
                unsafe js_Publish(
                    nil, context, subject, buffer.baseAddress, Int32(buffer.count), &options, &code)
            }
        }
        try NATSCall("publish", subject).check(status, code)
    }

    /// The last message of a subject; nil if there is none.
    func last(of subject: String, in stream: String) throws(ClusterError) -> [UInt8]? {
        var message: OpaquePointer?
        var code = jsErrCode(0)
        let status = unsafe js_GetLastMsg(&message, context, stream, subject, nil, &code)
        if status == NATS_NOT_FOUND || code == JSNoMessageFoundErr { return nil }
        try NATSCall("read", subject).check(status, code)
        defer { unsafe natsMsg_Destroy(message) }
        return unsafe message.map { unsafe Self.bytes(of: $0) }
    }

    @unsafe static func bytes(of message: OpaquePointer) -> [UInt8] {
        let count = unsafe Int(natsMsg_GetDataLength(message))
        guard let data = unsafe natsMsg_GetData(message), count > 0 else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: data, count: count))
    }

    /// What the servers tell of a message that they hand out.
    struct Metadata {
        /// Where it stands in its stream.
        var sequence: UInt64 = 0
        /// How often it was handed out.
        var deliveries = 1
        /// How many are behind it.
        var pending: UInt64 = 0
    }

    @unsafe static func metadata(
        of message: OpaquePointer
    ) throws(ClusterError) -> Metadata {
        var data: UnsafeMutablePointer<jsMsgMetaData>?
        try NATSCall("receive", "a message").check(unsafe natsMsg_GetMetaData(&data, message))
        defer { unsafe jsMsgMetaData_Destroy(data) }
        guard let data = unsafe data?.pointee else { return Metadata() }
        return unsafe Metadata(
            sequence: data.Sequence.Stream, deliveries: Int(clamping: data.NumDelivered),
            pending: data.NumPending)
    }
}
