/// Where a limit comes from.
public enum Basis: String, Codable, Sendable, CaseIterable {
    /// The platform's owner documents it.
    case documented
    /// PushMedia's own choice, stricter than what is documented.
    case own
    /// A vendor recommends it; a finding is no more than advice.
    case advice
}

/// One value of a profile, with where it comes from.
public struct Limit<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    public var value: Value
    public let basis: Basis
    /// An address, or `PushMedia`.
    public let source: String
    /// When the source was read: year and month.
    public let date: String
    /// Why this value, where the source does not say.
    public let note: String?
    /// The profile that it is from.
    public let profile: String?

    public init(
        _ value: Value, basis: Basis, source: String, date: String, note: String? = nil,
        profile: String? = nil
    ) {
        self.value = value
        self.basis = basis
        self.source = source
        self.date = date
        self.note = note
        self.profile = profile
    }
}
