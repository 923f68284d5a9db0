internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// libmicrohttpd's daemon, and the pages that it asks for.
@safe
final class Daemon: Sendable {
    private static let mostConnections: UInt32 = 32
    /// In seconds.
    private static let patience: UInt32 = 10

    let port: Int
    /// Nil once it is stopped.
    private let daemon: Mutex<Handle?>

    init(_ address: ListenAddress, _ pages: Pages) throws(MetricsError) {
        // The daemon's callbacks get it, so it is held until the daemon has stopped.
        let context = unsafe Unmanaged.passRetained(Shelf(pages)).toOpaque()
        let started = unsafe address.withSocketAddress { socketAddress in
            unsafe mhd_start(
                socketAddress, Self.mostConnections, Self.patience, answerRequest, context)
        }
        guard let started = unsafe started, let daemon = unsafe started else {
            let cause = unsafe String(cString: strerror(errno))
            unsafe Unmanaged<Shelf>.fromOpaque(context).release()
            throw MetricsError(address: "\(address)", cause: cause)
        }
        port = unsafe Int(mhd_port(daemon))
        unsafe self.daemon = Mutex(Handle(daemon: daemon, context: context))
    }

    deinit { stop() }

    func stop() {
        let handle = daemon.withLock { handle in
            defer { handle = nil }
            return handle
        }
        guard let handle else { return }
        unsafe MHD_stop_daemon(handle.daemon)
        unsafe Unmanaged<Shelf>.fromOpaque(handle.context).release()
    }

    /// The library's functions may be called from any thread.
    @safe
    private struct Handle: @unchecked Sendable {
        let daemon: OpaquePointer
        let context: UnsafeMutableRawPointer
    }
}

/// Holds the pages where C can point to them.
private final class Shelf: Sendable {
    let pages: Pages

    init(_ pages: Pages) {
        self.pages = pages
    }
}

/// Called twice for a request, and once more for each piece of a body, which is thrown away.
private let answerRequest: MHD_AccessHandlerCallback = {
    context, connection, path, method, _, _, bodySize, state in
    guard let context = unsafe context, let path = unsafe path, let method = unsafe method,
        let state = unsafe state, let bodySize = unsafe bodySize
    else { return .NO }
    guard unsafe state.pointee != nil else {
        // Only the headers are here; any pointer says that they have been seen.
        unsafe state.pointee = context
        return .YES
    }
    guard unsafe bodySize.pointee == 0 else {
        unsafe bodySize.pointee = 0
        return .YES
    }
    let pages = unsafe Unmanaged<Shelf>.fromOpaque(context).takeUnretainedValue().pages
    let answer = unsafe pages.answer(String(cString: method), String(cString: path))
    return unsafe send(answer, on: connection)
}

private func send(_ answer: Pages.Answer, on connection: OpaquePointer?) -> MHD_Result {
    var body = Array(answer.body.utf8)
    let response = unsafe MHD_create_response_from_buffer(
        body.count, &body, .RESPMEM_MUST_COPY)
    guard let response = unsafe response else { return .NO }
    defer { unsafe MHD_destroy_response(response) }
    unsafe MHD_add_response_header(response, "Content-Type", answer.contentType)
    if answer.status == 405 { unsafe MHD_add_response_header(response, "Allow", "GET, HEAD") }
    return unsafe MHD_queue_response(connection, answer.status, response)
}
