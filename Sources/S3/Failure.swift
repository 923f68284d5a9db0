internal import HTTP
internal import XML

/// An attempt that came to nothing.
struct Failure: Error {
    let kind: S3Error.Kind
    /// Whether another attempt may fare better.
    let mayPass: Bool
    /// How long the server wants to be left alone.
    var asked: Duration?

    init(_ fault: TransferFault) {
        switch fault {
        case .lost(let loss):
            kind = .unreachable(cause: loss.cause)
            mayPass = loss.mayPass
            return
        case .tooLarge(let bytes): kind = .tooLarge(bytes)
        case .malformed(let code): kind = .unexpected(status: 200, code: code)
        case .staging(let errno): kind = .stagingFailed(errno: errno)
        case .cancelled: kind = .cancelled
        }
        mayPass = false
    }

    /// Judges a reply; nil for a good one.
    ///
    /// - Parameter region: the one that the request was for.
    init?(_ reply: Reply, to request: Request, region: String) {
        let isGood = (200..<300).contains(reply.status)
        if isGood, !request.mayFailLate { return nil }
        let error = ErrorReply(reply)
        if isGood, !error.isError { return nil }
        mayPass = Self.mayPass(reply.status, error.code)
        kind =
            mayPass
            ? .busy(status: reply.status) : Self.kind(reply.status, error, request, region)
        asked = reply.headers["retry-after"].flatMap { Int64($0) }.map { .seconds(max(0, $0)) }
    }

    private static func mayPass(_ status: Int, _ code: String) -> Bool {
        let codes = [
            "SlowDown", "RequestTimeout", "InternalError", "ServiceUnavailable", "Throttling",
        ]
        // 501 is for what the server does not have at all.
        return codes.contains(code) || [408, 429].contains(status)
            || (status >= 500 && status != 501)
    }

    private static func kind(
        _ status: Int, _ error: ErrorReply, _ request: Request, _ region: String
    ) -> S3Error.Kind {
        if [301, 307, 400, 403].contains(status), let other = error.region, other != region {
            return .wrongRegion(other)
        }
        if ErrorReply.codesOfCredentials.contains(error.code) {
            return .wrongCredentials(code: error.code)
        }
        switch status {
        case 404 where error.code == "NoSuchBucket": return .noSuchBucket
        // Without a word, it can only be the bucket that a list or a new object lacks.
        case 404: return ["list", "put"].contains(request.operation) ? .noSuchBucket : .notFound
        case 412: return .changed
        case 401: return .wrongCredentials(code: error.code)
        case 403: return .denied(code: error.code)
        default: return .unexpected(status: status, code: error.code)
        }
    }
}

/// The error in a reply's body, or what its headers tell of one.
struct ErrorReply {
    static let codesOfCredentials: Set<String> = [
        "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken",
        "TokenRefreshRequired", "RequestTimeTooSkewed", "AuthorizationHeaderMalformed",
        "InvalidSecurity", "NotSignedUp",
    ]

    /// Whether the body is one.
    private(set) var isError = false
    /// Letters and digits; the status where there is no code.
    let code: String
    let region: String?

    init(_ reply: Reply) {
        var isError = false
        var texts: [String: String] = [:]
        ElementReader.read(reply.body) { path, text in
            if path.first == "Error" { isError = true }
            if path.count == 2, path[0] == "Error" { texts[path[1]] = text }
        }
        self.isError = isError
        let code = Self.plain(texts["Code"] ?? "")
        self.code = code.isEmpty ? "\(reply.status)" : code
        region = (reply.headers["x-amz-bucket-region"] ?? texts["Region"]).map(Self.plain)
    }

    /// Only what a terminal and a log can bear.
    private static func plain(_ text: String) -> String {
        String(
            decoding: text.utf8.filter { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }.prefix(64),
            as: UTF8.self)
    }
}
