/// The stable ids of the rules on how an attachment is delivered.
public enum DeliveryRuleID: String, Codable, Sendable, CaseIterable {
    case malformed = "url-malformed"
    case scheme = "url-scheme"
    case credentials = "url-credentials"
    case privateAddress = "url-private-address"
    case unreachable = "url-unreachable"
    case untrusted = "url-untrusted"
    case answer = "url-answer"
    case redirectTarget = "url-redirect-target"
    case redirectLimit = "url-redirect-limit"
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
        case .redirects: .warning
        case .length: .advice
        default: .error
        }
    }

    /// What the rule asks, in one line.
    public var summary: String {
        switch self {
        case .malformed: "the address is a whole one, of plain ASCII"
        case .scheme: "the address is one of https"
        case .credentials: "the address holds no user and no password"
        case .privateAddress: "the address is one of the public Internet"
        case .unreachable: "the file comes, whole, within the time of a notification's extension"
        case .untrusted: "a device can trust the server's certificate"
        case .answer: "the server answers in HTTP"
        case .redirectTarget: "redirects lead to whole addresses of https, without a password"
        case .redirectLimit: "redirects lead to the file in the end"
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
        case .redirectLimit: "at most \(DeliveryCheck.mostRedirects)"
        case .length: "at most \(DeliveryCheck.mostCharacters.grouped) characters"
        default: ""
        }
    }

    /// What to do about it, in one line.
    public var remedy: String {
        switch self {
        case .malformed: "write https://host/path, all but plain ASCII as %XX"
        case .scheme: "serve the file over https; --allow-http fetches it over http, too"
        case .credentials:
            "take user and password out of the address: whoever has it may have the file"
        case .privateAddress:
            "serve the file from a public address; --allow-private fetches it from others, too"
        case .unreachable: "make the server answer, and send the whole file in time"
        case .untrusted:
            "give the server a certificate that is valid, for this host, from a known authority"
        case .answer: "mend the server: a device cannot read its answer either"
        case .redirectTarget:
            "redirect to an address that a payload could hold, or send the file at once"
        case .redirectLimit: "end the redirects at the file: they may well run in a circle"
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
        case .scheme, .untrusted:
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
