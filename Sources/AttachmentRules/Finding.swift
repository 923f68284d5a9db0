/// How bad a finding is.
public enum Severity: String, Codable, Sendable, CaseIterable {
    /// The system would not take or show it, or PushMedia's own promise is broken.
    case error
    /// Worth a look; the attachment is shown.
    case warning
    /// A vendor's recommendation.
    case advice
}

/// A rule that a file breaks.
public struct Finding: Codable, Sendable, Equatable {
    /// The rule's stable id, such as `bytes` or `gif-no-trailer`.
    public var rule: String
    public var severity: Severity
    /// One line: what is, and what should be.
    public var message: String
    /// Whose limit it is where several profiles are asked for at once; nil otherwise.
    public var profile: String?

    public init(rule: String, severity: Severity, message: String, profile: String? = nil) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.profile = profile
    }
}
