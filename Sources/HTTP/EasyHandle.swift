internal import CCurl

/// libcurl's connection to servers, with what is set for the next exchange.
@safe final class EasyHandle {
    private let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() {
        guard Self.isReady, let handle = unsafe curl_easy_init() else {
            preconditionFailure("there is no memory for a connection")
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headers)
        unsafe message.deallocate()
    }

    /// Forgets what was set; open connections stay.
    func reset() {
        unsafe curl_easy_reset(handle)
        unsafe curl_slist_free_all(headers)
        unsafe headers = nil
        unsafe message.pointee = 0
        unsafe cc_set_pointer(handle, CURLOPT_ERRORBUFFER, message)
    }

    func set(_ option: CURLoption, _ value: Int) {
        check(unsafe cc_set_long(handle, option, value))
    }

    func set(_ option: CURLoption, size: Int64) {
        check(unsafe cc_set_size(handle, option, curl_off_t(size)))
    }

    func set(_ option: CURLoption, _ text: String) {
        check(unsafe cc_set_text(handle, option, text))
    }

    func set(_ lines: [String]) {
        for line in lines { unsafe headers = curl_slist_append(headers, line) }
        check(unsafe cc_set_list(handle, CURLOPT_HTTPHEADER, headers))
    }

    /// Sends the request and takes the reply.
    ///
    /// Blocks; ends within about a second of the wish to stop.
    func perform(_ transfer: Transfer, _ gate: SocketGate, stop: StopFlag) -> Attempt {
        let code = withExtendedLifetime((transfer, gate, stop)) {
            unsafe connect(Unmanaged.passUnretained(transfer).toOpaque())
            unsafe connect(stop: Unmanaged.passUnretained(stop).toOpaque())
            if gate.isGuarded {
                unsafe connect(gate: Unmanaged.passUnretained(gate).toOpaque())
            }
            return unsafe curl_easy_perform(handle)
        }
        return Attempt(
            reply: transfer.reply, fault: fault(of: code, transfer), refused: gate.refused)
    }

    private func fault(of code: CURLcode, _ transfer: Transfer) -> TransferFault? {
        if code == CURLE_OK || transfer.isCutShort { return transfer.faultAtEnd }
        if let fault = transfer.fault { return fault }
        if code == CURLE_ABORTED_BY_CALLBACK { return .cancelled }
        return .lost(Loss(code, cause: cause(of: code)))
    }

    private func connect(_ context: UnsafeMutableRawPointer) {
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA] {
            check(unsafe cc_set_pointer(handle, option, context))
        }
        unsafe cc_set_bytes_function(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            let taken = unsafe transfer(context)
                .take(UnsafeRawBufferPointer(start: bytes, count: size * count))
            return taken ? size * count : 0
        }
        unsafe cc_set_bytes_function(handle, CURLOPT_HEADERFUNCTION) {
            bytes, size, count, context in
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe transfer(context).takeLine(Array(line)) ? size * count : 0
        }
        unsafe cc_set_bytes_function(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
            let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return unsafe transfer(context).fill(buffer) ?? Int(CURL_READFUNC_ABORT)
        }
        unsafe cc_set_seek_function(handle) { context, offset, _ in
            unsafe transfer(context).seek(to: Int64(offset))
            return CURL_SEEKFUNC_OK
        }
    }

    private func connect(stop context: UnsafeMutableRawPointer) {
        unsafe cc_set_pointer(handle, CURLOPT_XFERINFODATA, context)
        unsafe cc_set_progress_function(handle) { context, _, _, _, _ in
            guard let context = unsafe context else { return 1 }
            let stop = unsafe Unmanaged<StopFlag>.fromOpaque(context).takeUnretainedValue()
            return stop.isUp ? 1 : 0
        }
        set(CURLOPT_NOPROGRESS, 0)
    }

    private func connect(gate context: UnsafeMutableRawPointer) {
        unsafe cc_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context)
        unsafe cc_set_socket_function(handle) { context, _, address in
            guard let context = unsafe context, let address = unsafe address else {
                return CURL_SOCKET_BAD
            }
            let gate = unsafe Unmanaged<SocketGate>.fromOpaque(context).takeUnretainedValue()
            return unsafe gate.open(address)
        }
    }

    private func cause(of code: CURLcode) -> String {
        let text = unsafe message.pointee == 0 ? curl_easy_strerror(code) : UnsafePointer(message)
        return unsafe String(cString: text!)
    }

    private func check(_ code: CURLcode) {
        precondition(code == CURLE_OK, "libcurl knows the options it is given")
    }
}

/// The transfer that a callback is about.
private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context = unsafe context else {
        preconditionFailure("every exchange has a context")
    }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}
