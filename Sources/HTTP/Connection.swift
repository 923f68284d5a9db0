internal import CCurl
internal import Glibc
internal import WorkQueue

/// A connection to servers, for one request at a time, on a thread of its own.
///
/// The program has to ignore SIGPIPE.
package actor Connection {
    /// The bytes of an upload that are worth waiting for the answer whether it is wanted.
    private static let leastToAskFor: Int64 = 1 << 20

    private let executor: ThreadExecutor
    private let handle = EasyHandle()

    /// - Parameter label: the thread's name in debuggers.
    package init(label: String) {
        executor = ThreadExecutor(label: label)
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Sends a request and waits for the reply, once.
    ///
    /// Ends within about a second of the wish to stop.
    package func perform(_ exchange: Exchange, stop: StopFlag) -> Attempt {
        let transfer = Transfer(exchange)
        func without(_ fault: TransferFault) -> Attempt {
            Attempt(reply: transfer.reply, fault: fault, refused: [])
        }
        guard !stop.isUp else { return without(.cancelled) }
        if case .file(let descriptor, _) = exchange.sink, ftruncate(descriptor, 0) != 0 {
            return without(.staging(errno: errno))
        }
        handle.reset()
        setUpConnection(exchange)
        setUpRequest(exchange)
        return handle.perform(transfer, SocketGate(exchange.mayConnect), stop: stop)
    }

    private func setUpConnection(_ exchange: Exchange) {
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        if exchange.isVersion11Only {
            handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        }
        handle.set(CURLOPT_USERAGENT, "pushmedia")
        handle.set(CURLOPT_TCP_KEEPALIVE, 1)
        if exchange.mayConnect != nil { handle.set(CURLOPT_PROXY, "") }
        if let certificates = exchange.certificates { handle.set(CURLOPT_CAINFO, certificates) }
        setUp(exchange.patience)
    }

    private func setUp(_ patience: Exchange.Patience) {
        if let connect = patience.connect {
            handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(connect / .milliseconds(1)))
        }
        if let silence = patience.silence {
            handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
            handle.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(silence.components.seconds)))
        }
        if let total = patience.total {
            // 0 would be for ever.
            handle.set(CURLOPT_TIMEOUT_MS, max(1, Int(total / .milliseconds(1))))
        }
    }

    private func setUpRequest(_ exchange: Exchange) {
        if let signature = exchange.signature {
            handle.set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3")
            handle.set(CURLOPT_USERNAME, signature.accessKey)
            handle.set(CURLOPT_PASSWORD, signature.secretKey)
        }
        handle.set(exchange.headers.map { "\($0.name): \($0.value)" })
        handle.set(CURLOPT_URL, exchange.url)
        handle.set(CURLOPT_PATH_AS_IS, 1)
        switch exchange.method {
        case .get: handle.set(CURLOPT_HTTPGET, 1)
        case .head: handle.set(CURLOPT_NOBODY, 1)
        case .put:
            handle.set(CURLOPT_UPLOAD, 1)
            let count = exchange.upload?.count ?? 0
            handle.set(CURLOPT_INFILESIZE_LARGE, size: count)
            // libcurl asks whether the server wants the body, however small, and waits for a second;
            // it would sign a header that keeps it from asking, but not send it.
            if count < Self.leastToAskFor { handle.set(CURLOPT_EXPECT_100_TIMEOUT_MS, 1) }
        case .delete: handle.set(CURLOPT_CUSTOMREQUEST, exchange.method.rawValue)
        }
    }
}
