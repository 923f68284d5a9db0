/// The names by which an app on the device can tell the type of a fetched file.
///
/// SDKs go by one of two: the last part of the path in the payload's address, or the name that URLSession
/// suggests for the answer.
public struct DeliveredName: Sendable, Equatable {
    /// The last part of the path; empty where there is none.
    public let inAddress: String
    /// From Content-Disposition, or the last address's path or host, with an extension of the Content-Type's
    /// where it has none of that type.
    public let suggested: String
    /// Whether the suggested name is from a Content-Disposition.
    public let isFromServer: Bool

    public init(_ facts: DeliveryFacts) {
        inAddress = facts.hops.first?.name ?? ""
        let disposition = facts.contentDisposition.flatMap(DispositionName.of)
        isFromServer = disposition?.isEmpty == false
        let name = [disposition, facts.hops.last?.name].compactMap(\.self).first { !$0.isEmpty }
        suggested = Self.completed(name ?? "unknown", facts.contentType.flatMap(MIMEType.init))
    }

    /// What follows the last dot; empty if nothing does.
    public static func fileExtension(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[dot...].dropFirst())
    }

    /// Apple says of this step only that it happens in most cases.
    private static func completed(_ name: String, _ mime: MIMEType?) -> String {
        guard let type = mime?.type,
            !type.acceptedExtensions.contains(fileExtension(of: name).lowercased())
        else { return name }
        return name + "." + type.fileExtension
    }
}
