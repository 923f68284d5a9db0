#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Why there is no profile.
public enum ProfileError: Error, Sendable, Equatable {
    case unknown(name: String)
    /// What it extends is none.
    case unknownBase(name: String)
    /// Not JSON at all.
    case noJSON
    /// What is wrong with a value; the place is a path such as `image.maxBytes.value`, empty for the whole.
    case invalid(place: String, fault: String)
    /// No kind of attachment is taken by all of them.
    case nothingInCommon([String])

    /// What reading JSON has met.
    init(_ error: any Error) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            self = .invalid(place: (context.codingPath + [key]).place, fault: "it is missing")
        case DecodingError.typeMismatch(let type, let context):
            self = .invalid(
                place: context.codingPath.place, fault: "\(Self.words(for: type)) is wanted")
        case DecodingError.valueNotFound(let type, let context):
            self = .invalid(
                place: context.codingPath.place,
                fault: "\(Self.words(for: type)) is wanted, not null")
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            self = .invalid(place: context.codingPath.place, fault: "no such value is known")
        default: self = .noJSON
        }
    }

    private static func words(for type: Any.Type) -> String {
        switch type {
        case is Int.Type, is Int64.Type: "a whole number"
        case is Double.Type: "a number"
        case is String.Type: "text"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}

extension ProfileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknown(let name):
            "no profile is named '\(name)'; there is \(Profile.names.joined(separator: ", "))"
        case .unknownBase(let name):
            "extends: no profile is named '\(name)'; there is \(Profile.names.joined(separator: ", "))"
        case .noJSON: "the profile is no JSON"
        case .invalid(let place, let fault): place.isEmpty ? fault : "\(place): \(fault)"
        case .nothingInCommon(let names):
            "no kind of attachment is taken by both \(names.joined(separator: " and "))"
        }
    }
}
