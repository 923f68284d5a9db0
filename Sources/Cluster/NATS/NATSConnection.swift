internal import CNATS

/// A connection to the queue's servers, which the library keeps up and takes up again by itself.
///
/// Its functions block; they are called by actors with a thread of their own.
// The library locks everything that its handles lead to, and the handles never change.
@safe final class NATSConnection: @unchecked Sendable {
    let connection: OpaquePointer
    let context: OpaquePointer
    let subject: String

    /// Milliseconds for a server's answer.
    static let wait: Int64 = 5_000
    private static let connectWait: Int64 = 5_000
    private static let reconnectWait: Int64 = 250

    /// Connects.
    ///
    /// Throws `ClusterError`; nothing is tried again yet.
    init(_ settings: NATSSettings, name: String) throws(ClusterError) {
        subject = settings.shown
        let call = NATSCall("connect", settings.shown)
        var options: OpaquePointer?
        try call.check(unsafe natsOptions_Create(&options))
        defer { unsafe natsOptions_Destroy(options) }
        try unsafe Self.fill(options, settings, name)
        var connection: OpaquePointer?
        try call.check(unsafe natsConnection_Connect(&connection, options))
        guard let connection = unsafe connection else { preconditionFailure("it was made") }
        var jetStream = unsafe jsOptions()
        unsafe jsOptions_Init(&jetStream)
        unsafe jetStream.Wait = Self.wait
        var context: OpaquePointer?
        let status = unsafe natsConnection_JetStream(&context, connection, &jetStream)
        guard status == NATS_OK, let context = unsafe context else {
            unsafe natsConnection_Destroy(connection)
            throw call.error(status)
        }
        unsafe self.connection = connection
        unsafe self.context = context
    }

    deinit {
        unsafe jsCtx_Destroy(context)
        unsafe natsConnection_Destroy(connection)
    }

    /// Whether a server is connected at the moment.
    var isConnected: Bool {
        unsafe natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED
    }

    /// Whether the library has given up, as it does when credentials were refused again and again.
    var isClosed: Bool {
        unsafe natsConnection_IsClosed(connection)
    }

    @unsafe private static func fill(
        _ options: OpaquePointer?, _ settings: NATSSettings, _ name: String
    ) throws(ClusterError) {
        let call = NATSCall("connect", settings.shown)
        let servers = unsafe CStrings(settings.servers)
        try call.check(
            unsafe natsOptions_SetServers(
                options, &servers.pointers, Int32(servers.pointers.count)))
        try call.check(unsafe natsOptions_SetName(options, name))
        try call.check(unsafe natsOptions_SetTimeout(options, connectWait))
        // For ever: how long an outage may last is decided by whoever waits for an answer.
        try call.check(unsafe natsOptions_SetMaxReconnect(options, -1))
        try call.check(unsafe natsOptions_SetReconnectWait(options, reconnectWait))
        try call.check(unsafe natsOptions_SetFailRequestsOnDisconnect(options, true))
        if let user = settings.user {
            try call.check(
                unsafe natsOptions_SetUserInfo(options, user, settings.password ?? ""))
        }
        if let token = settings.token {
            try call.check(unsafe natsOptions_SetToken(options, token))
        }
        if let file = settings.credentialsFile {
            try call.check(
                unsafe natsOptions_SetUserCredentialsFromFiles(options, file, nil), file: file)
        }
        guard settings.isSecure else { return }
        try call.check(unsafe natsOptions_SetSecure(options, true))
        if let file = settings.authorities {
            try call.check(unsafe natsOptions_LoadCATrustedCertificates(options, file), file: file)
        }
        if let file = settings.certificate {
            try call.check(
                unsafe natsOptions_LoadCertificatesChain(options, file, settings.key ?? file),
                file: file)
        }
    }
}
