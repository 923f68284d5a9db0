/// The stable ids of what is asked of payload files, in the order of their findings.
public enum PayloadRuleID: String, Codable, Sendable, CaseIterable {
    case json = "payload-json"
    case size = "payload-size"
    case whiteSpace = "payload-white-space"
    case aps = "payload-aps"
    case alert = "payload-alert"
    case mutableContent = "payload-mutable-content"
    case types = "payload-types"
    case sound = "payload-sound"
    case soundFile = "payload-sound-file"
    case category = "payload-category"
    case mediaPlace = "payload-media-place"
    case mediaKey = "payload-media-key"
    case mediaType = "payload-media-type"
    case mediaURL = "payload-media-url"
    case mediaHost = "payload-media-host"
    case mediaPassword = "payload-media-password"
    case mediaCharacters = "payload-media-characters"
    case mediaExtension = "payload-media-extension"
    case clippingRect = "payload-clipping-rect"
    case thumbnailTime = "payload-thumbnail-time"
    case unknownKey = "payload-unknown-key"

    // Of a list of categories.
    case categoryActions = "payload-category-actions"
    case categoryBanner = "payload-category-banner"

    public var severity: Severity {
        switch self {
        case .whiteSpace, .soundFile, .mediaKey, .mediaExtension, .unknownKey: .warning
        case .categoryBanner: .advice
        default: .error
        }
    }

    /// What the rule asks, in one line.
    public var summary: String {
        switch self {
        case .json: "the payload is JSON in UTF-8, an object without repeated keys"
        case .size: "the payload is not too large for APNs"
        case .whiteSpace: "the file could be sent as it lies"
        case .aps: "the payload has an aps object"
        case .alert: "the alert has a title, subtitle or body: without it no extension runs"
        case .mutableContent: "aps.mutable-content is 1, or no service extension runs"
        case .types: "every key of APNs and of a vendor has a value of its type"
        case .sound: "aps.sound is a file's name, or an object with name, critical and volume"
        case .soundFile:
            "aps.sound is default, or a file's name with an extension that the system plays"
        case .category: "aps.category is one that the app registers"
        case .mediaPlace: "the media's key lies beside aps, where extensions look, and not in it"
        case .mediaKey:
            "the media's address, one alone, lies where a known service extension looks for it"
        case .mediaType: "the media's type is told where the extension needs it, in its words"
        case .mediaURL: "the media's address is absolute, and https"
        case .mediaHost: "the media's address is one of the public Internet"
        case .mediaPassword: "the media's address has no user's name or password in it"
        case .mediaCharacters: "the media's address has no character that must be percent-encoded"
        case .mediaExtension:
            "the media's address ends in an extension that the system knows, and of the type told"
        case .clippingRect: "the thumbnail's square lies inside the picture, in units from 0 to 1"
        case .thumbnailTime: "the thumbnail's time is a number of seconds or a frame, from 0 on"
        case .unknownKey: "keys of APNs are spelt right, and inside aps"
        case .categoryActions: "a category has no more actions than the system takes"
        case .categoryBanner: "all of a category's actions fit where room is limited"
        }
    }

    /// What to do about it, in one line.
    public var remedy: String {
        switch self {
        case .json:
            "write it in UTF-8 without a byte order mark, with a JSON encoder or pushmedia payload"
        case .size: "shorten the texts that the message names, or the media's address"
        case .whiteSpace: "send it without white space"
        case .aps: "put alert and mutable-content into an object under the key aps"
        case .alert: "add a title or a body to aps.alert"
        case .mutableContent: "add \"mutable-content\": 1 to aps, a number"
        case .types: "write a value of the type that the message names"
        case .sound: "name a sound that the app brings along, or use default"
        case .soundFile:
            "name a file of the app in .aiff, .wav or .caf; pushmedia prepare --profile ios-sound makes one"
        case .category: "use an identifier of the list, or register this one in the app"
        case .mediaPlace: "move the key out of aps, beside it"
        case .mediaKey:
            "use one key, as pushmedia payload --vendor writes it, or name the app's own with --media-key"
        case .mediaType: "add the type as pushmedia payload --vendor writes it"
        case .mediaURL: "serve the media by https and write its whole address, https://HOST/PATH"
        case .mediaHost: "serve the media from a host that everyone can reach"
        case .mediaPassword: "take user and password out, and serve the media without one"
        case .mediaCharacters: "percent-encode it: a blank is %20, a percent sign %25"
        case .mediaExtension:
            "give the file its type's extension where it is served, or tell its type"
        case .clippingRect:
            "write four numbers from 0 to 1, with X + Width and Y + Height at most 1"
        case .thumbnailTime: "write seconds for a video, or a frame's number for an animation"
        case .unknownKey: "spell it as APNs does; its keys lie inside aps, an app's own beside it"
        case .categoryActions: "take actions away, down to \(CategoryList.maxActions)"
        case .categoryBanner: "put the two most important actions first"
        }
    }

    /// The limit in words and numbers; empty where the summary says it all.
    var limit: String {
        switch self {
        case .size: "at most \(Payload.maxBytes.grouped) bytes"
        case .categoryActions: "at most \(CategoryList.maxActions) actions"
        case .categoryBanner: "at most \(CategoryList.bannerActions) actions"
        default: ""
        }
    }

    /// Whether Apple asks for it in so many words.
    public var isDocumented: Bool { source != "PushMedia" }

    /// The page that asks for it, or `PushMedia`.
    public var source: String {
        let pages = "https://developer.apple.com/documentation/usernotifications"
        return switch self {
        case .json, .size, .aps, .types, .sound, .mediaPlace:
            "\(pages)/generating-a-remote-notification"
        case .alert, .mutableContent:
            "\(pages)/modifying-content-in-newly-delivered-notifications"
        case .category, .categoryActions, .categoryBanner: "\(pages)/unnotificationcategory"
        case .mediaURL:
            "https://developer.apple.com/documentation/security/preventing-insecure-network-connections"
        case .mediaExtension: "\(pages)/unnotificationattachmentoptionstypehintkey"
        case .clippingRect:
            "\(pages)/unnotificationattachmentoptionsthumbnailclippingrectkey"
        case .thumbnailTime: "\(pages)/unnotificationattachmentoptionsthumbnailtimekey"
        case .soundFile: "\(pages)/unnotificationsound"
        case .whiteSpace, .mediaKey, .mediaHost, .mediaPassword, .mediaCharacters, .mediaType,
            .unknownKey:
            "PushMedia"
        }
    }

    func finding(_ message: String) -> Finding {
        Finding(rule: rawValue, severity: severity, message: message)
    }
}

extension PayloadCheck {
    /// Every rule that a payload file or a list of categories can break, in a fixed order.
    public static let rules: [Rule] = PayloadRuleID.allCases.map(Rule.init)
}

extension Rule {
    fileprivate init(_ id: PayloadRuleID) {
        self.init(
            id: id.rawValue, summary: id.summary, limit: id.limit,
            basis: id.isDocumented ? .documented : .own, source: id.source, date: "2026-11",
            severity: id.severity, remedy: id.remedy)
    }
}
