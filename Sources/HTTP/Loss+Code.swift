internal import CCurl

extension Loss {
    init(_ code: CURLcode, cause: String) {
        self.init(
            Self.stages[code.rawValue] ?? .exchange, cause: cause,
            mayPass: !Self.final.contains(code))
    }

    private static let stages: [UInt32: Stage] = [
        CURLE_COULDNT_RESOLVE_HOST.rawValue: .name,
        CURLE_COULDNT_CONNECT.rawValue: .connection,
        CURLE_SSL_CONNECT_ERROR.rawValue: .encryption,
        CURLE_PEER_FAILED_VERIFICATION.rawValue: .certificate,
        CURLE_SSL_ISSUER_ERROR.rawValue: .certificate,
        CURLE_SSL_CACERT_BADFILE.rawValue: .trust,
        // No other protocol is asked for: this is HTTP/0.9, or what looks like that.
        CURLE_UNSUPPORTED_PROTOCOL.rawValue: .reply,
        CURLE_WEIRD_SERVER_REPLY.rawValue: .reply,
        CURLE_HTTP2.rawValue: .exchange,
        CURLE_HTTP2_STREAM.rawValue: .exchange,
        CURLE_PARTIAL_FILE.rawValue: .end,
        CURLE_GOT_NOTHING.rawValue: .end,
        CURLE_RECV_ERROR.rawValue: .end,
        CURLE_SEND_ERROR.rawValue: .end,
        CURLE_OPERATION_TIMEDOUT.rawValue: .time,
    ]

    /// Those after which trying again would end the same.
    private static let final = [
        CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_PEER_FAILED_VERIFICATION,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
    ]
}
