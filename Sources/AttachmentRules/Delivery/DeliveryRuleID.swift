/// The stable ids of the rules on how an attachment is delivered.
public enum DeliveryRuleID: String, Codable, Sendable, CaseIterable {
    case scheme = "url-scheme"
    case privateAddress = "url-private-address"
    case unreachable = "url-unreachable"
    case redirects = "url-redirects"
    case status = "url-status"
    case encoding = "url-encoding"
    case contentLength = "url-content-length"
    case contentType = "url-content-type"
    case fileExtension = "url-extension"
    case downloadTime = "url-download-time"
    case length = "url-length"

    /// At its worst.
    public var severity: Severity {
        switch self {
        case .scheme, .privateAddress, .unreachable, .redirects, .status, .encoding,
            .contentLength, .contentType, .fileExtension, .downloadTime:
            .error
        case .length: .advice
        }
    }

    /// What the rule asks, in one line.
    public var summary: String {
        switch self {
        case .scheme: "the address is a whole one of https, without a password"
        case .privateAddress: "the address is one of the public Internet"
        case .unreachable: "the file comes, whole, within the time of a notification's extension"
        case .redirects: "the address is that of the file itself"
        case .status: "the server answers 200"
        case .encoding: "the server sends the file as it is"
        case .contentLength: "the server announces the file's size, and sends as much"
        case .contentType: "the server names the file's own type"
        case .fileExtension: "the device can tell the file's own type from a name"
        case .downloadTime: "the file comes in time, over slow networks, too"
        case .length: "the address is no longer than Netcore recommends"
        }
    }

    /// The limit in words and numbers; empty where the summary says it all.
    public var limit: String {
        switch self {
        case .unreachable, .downloadTime: "\(Int(DeliveryCheck.extensionSeconds)) s"
        case .length: "at most \(DeliveryCheck.mostCharacters.grouped) characters"
        default: ""
        }
    }

    /// What to do about it, in one line.
    public var remedy: String {
        switch self {
        case .scheme: "serve the file over https, without user and password in the address"
        case .privateAddress: "serve the file from a public address"
        case .unreachable: "make the server answer, with a valid certificate and the whole file"
        case .redirects: "put the address that is redirected to into the payload"
        case .status: "serve the file itself, with the status 200"
        case .encoding: "switch compression off for media"
        case .contentLength: "serve the file with its size as Content-Length"
        case .contentType: "serve the file with its own type as Content-Type"
        case .fileExtension: "end the address's path in an extension of the file's type"
        case .downloadTime: "make the file smaller, or let a faster server send it"
        case .length: "shorten the address"
        }
    }

    /// The page that asks for it; nil where none does.
    public var source: String? {
        switch self {
        case .scheme:
            "https://developer.apple.com/documentation/bundleresources/information-property-list/"
                + "nsapptransportsecurity"
        case .unreachable, .downloadTime:
            "https://developer.apple.com/documentation/usernotifications/"
                + "unnotificationserviceextension/didreceive(_:withcontenthandler:)"
        case .fileExtension:
            "https://developer.apple.com/documentation/usernotifications/"
                + "unnotificationattachmentoptionstypehintkey"
        case .length: "https://cedocs.netcorecloud.com/docs/media-specification-apn"
        default: nil
        }
    }

    /// Whether the platform's owner documents it.
    public var isDocumented: Bool { source != nil && severity != .advice }

    /// All of them, as `pushmedia rules` lists them.
    public static var rules: [Rule] { allCases.map(Rule.init) }
}

extension Finding {
    /// A finding as severe as its rule, or less so.
    init(_ rule: DeliveryRuleID, _ severity: Severity? = nil, _ message: String) {
        self.init(rule: rule.rawValue, severity: severity ?? rule.severity, message: message)
    }
}
