package import S3

extension S3Error {
    /// Whether the place that was written to is to blame: another one may well be in order.
    var isOfPlace: Bool {
        switch kind {
        case .noSuchBucket, .denied, .wrongRegion: true
        default: false
        }
    }

    /// What went wrong, without the address.
    package var cause: String {
        switch kind {
        case .noSuchBucket: "there is no such bucket"
        case .notFound: "it is not there"
        case .changed: "it was replaced meanwhile"
        case .tooLarge(let bytes): "it has \(bytes) bytes, which is too large"
        case .denied(let code):
            // A reply to HEAD has its status alone, whatever the reason is.
            "access is denied (\(code))"
                + (Int(code) == nil ? "" : "; check the credentials, and what they may do")
        case .wrongCredentials(let code):
            "the credentials are refused (\(code)); check AWS_ACCESS_KEY_ID, "
                + "AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN"
        case .wrongRegion(let region):
            "the bucket is in another region; set AWS_REGION"
                + (region.isEmpty ? "" : " to \(region)")
        case .unreachable(let cause): "the store does not answer: \(cause)"
        case .busy(let status): "the store is busy, or out of order (HTTP \(status))"
        case .unexpected(let status, let code):
            "the store answered HTTP \(status)"
                + (code.isEmpty || code == "\(status)" ? "" : " (\(code))")
        case .missingCredentials:
            "there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        case .wrongEndpoint(let text): "\(text) is no http or https address of a store"
        case .stagingFailed(let code): "the local copy cannot be written or read (error \(code))"
        case .cancelled: "it was interrupted"
        }
    }
}
