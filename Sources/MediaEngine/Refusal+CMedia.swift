internal import AttachmentRules
internal import CMedia
internal import CodecLink

extension Refusal {
    /// What C could not do, as the orchestrator acts on it.
    init(_ error: CMError) {
        var error = error
        let message = unsafe String(cString: cm_error_message(&error))
        self.init(
            reason: Self.reason(error.cause), stage: Self.name(error.stage),
            message: message.split(whereSeparator: \.isNewline).joined(separator: " "),
            outputError: error.cause == .output ? max(error.code, 1) : 0)
    }

    private static func reason(_ cause: CMCause) -> ReasonCode {
        switch cause {
        case .unsupported: .unsupported
        case .corrupt: .corrupt
        case .tooLarge: .tooLarge
        case .noMedia: .noMedia
        case .cannotFit: .cannotFit
        case .stopped: .interrupted
        case .output, .internal: .internal
        @unknown default: .internal
        }
    }

    private static func name(_ stage: CMStage) -> String {
        switch stage {
        case .open: "open"
        case .decode: "decode"
        case .filter: "filter"
        case .encode: "encode"
        case .write: "write"
        @unknown default: "unknown"
        }
    }
}
