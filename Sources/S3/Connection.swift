internal import CCurl
internal import Glibc
internal import Storage
internal import WorkQueue

/// A connection to the server, for one request at a time, on a thread of its own.
actor Connection {
    /// The bytes of an upload that are worth waiting for the answer whether it is wanted.
    private static let leastToAskFor: Int64 = 1 << 20

    private let settings: S3Settings
    private let patience: S3Patience
    private let executor = ThreadExecutor(label: "S3")
    private let handle = EasyHandle()

    init(_ settings: S3Settings, _ patience: S3Patience) {
        self.settings = settings
        self.patience = patience
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Sends a request and waits for the reply, once.
    func perform(_ request: Request, stop: StopFlag) throws(TransferFault) -> Reply {
        guard !stop.isUp else { throw .cancelled }
        if case .file(let descriptor, _) = request.sink, ftruncate(descriptor, 0) != 0 {
            throw .staging(errno: errno)
        }
        handle.reset()
        setUpConnection()
        setUpSignature(of: request)
        setUp(request)
        return try handle.perform(Transfer(request), stop: stop)
    }

    private func setUpConnection() {
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        // S3 speaks nothing newer.
        handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        handle.set(CURLOPT_USERAGENT, "pushmedia")
        handle.set(CURLOPT_TCP_KEEPALIVE, 1)
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(patience.connect / .milliseconds(1)))
        handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
        handle.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(patience.silence.components.seconds)))
        if let certificates = settings.certificates { handle.set(CURLOPT_CAINFO, certificates) }
    }

    private func setUpSignature(of request: Request) {
        handle.set(CURLOPT_AWS_SIGV4, "aws:amz:\(settings.region):s3")
        handle.set(CURLOPT_USERNAME, settings.credentials.accessKey)
        handle.set(CURLOPT_PASSWORD, settings.credentials.secretKey)
        var headers = request.headers
        let digest = request.upload?.digest ?? SHA256Digest.of([])
        headers.append(Header("x-amz-content-sha256", digest.hex))
        if let token = settings.credentials.sessionToken {
            headers.append(Header("x-amz-security-token", token))
        }
        handle.set(headers.map { "\($0.name): \($0.value)" })
    }

    private func setUp(_ request: Request) {
        let query = request.query.map {
            "\(PercentCoding.query($0.name))=\(PercentCoding.query($0.value))"
        }
        let url = settings.url(
            bucket: request.address.bucket, key: request.isOfBucket ? "" : request.address.key)
        handle.set(CURLOPT_URL, query.isEmpty ? url : url + "?" + query.joined(separator: "&"))
        // A key may have `..` between its slashes.
        handle.set(CURLOPT_PATH_AS_IS, 1)
        switch request.method {
        case .get: handle.set(CURLOPT_HTTPGET, 1)
        case .head: handle.set(CURLOPT_NOBODY, 1)
        case .put:
            handle.set(CURLOPT_UPLOAD, 1)
            let count = request.upload?.count ?? 0
            handle.set(CURLOPT_INFILESIZE_LARGE, size: count)
            // libcurl asks whether the server wants the body, however small, and waits for a second;
            // it would sign a header that keeps it from asking, but not send it.
            if count < Self.leastToAskFor { handle.set(CURLOPT_EXPECT_100_TIMEOUT_MS, 1) }
        case .delete: handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }
}
