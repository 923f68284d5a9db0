/// Names of the types that the system takes as attachments, in everybody's words.
///
/// More of them than PushMedia makes: the system takes older films as well.
enum MediaNames {
    static let extensions = Set(
        attachments.flatMap(\.acceptedExtensions) + ["mpg", "mpeg", "avi"])

    /// The words of a vendor's type key; empty where it has none.
    static func types(of vendor: PayloadVendor) -> Set<String> {
        switch vendor {
        case .generic:
            Set(attachments.map(\.uti) + ["public.mpeg", "public.mpeg-2-video", "public.avi"])
        case .braze: Set(PayloadVendor.brazeTypes)
        case .batch:
            Set(attachments.map(\.mime) + ["video/mpeg", "video/avi", "video/x-msvideo"])
                .union(["audio/mp3", "audio/x-wav", "audio/x-aiff", "audio/x-m4a", "audio/m4a"])
        case .clevertap: extensions.union(["image", "video", "audio"])
        case .klaviyo, .homeassistant: extensions
        default: []
        }
    }

    /// The types that a vendor's word stands for; none where it is none that PushMedia makes.
    static func attachments(named word: String) -> [AttachmentType] {
        attachments.filter {
            $0.uti == word || $0.mime == word || $0.acceptedExtensions.contains(word)
                || $0.kind.rawValue == word || word == "image" && $0.kind == .animation
        }
    }

    static func example(of vendor: PayloadVendor) -> String {
        vendor.typeName(of: .jpeg) ?? ""
    }

    /// The system takes CAF for a notification's sound alone.
    private static let attachments = AttachmentType.all.filter { $0 != .caf }
}

extension MediaURL.Fault {
    /// The rule that it breaks in a payload: each has a remedy of its own.
    var rule: PayloadRuleID {
        switch self {
        case .notAbsolute, .notEncrypted, .otherScheme, .host: .mediaURL
        case .privateHost: .mediaHost
        case .credentials: .mediaPassword
        case .character, .percent: .mediaCharacters
        }
    }

    /// After the address's name, in a finding.
    var problem: String {
        switch self {
        case .notAbsolute: "is no absolute address"
        case .notEncrypted: "is http: App Transport Security lets https alone pass"
        case .otherScheme(let scheme): "is \(scheme.prefix(20)), not https"
        case .credentials: "has a user's name in it, which every device would be told"
        case .host: "names no host"
        case .privateHost: "is of this machine or a private network, where no device gets"
        case .character(" "): "has a blank in it"
        case .character(let scalar):
            "has U+\(String(scalar.value, radix: 16, uppercase: true)) in it"
        case .percent: "has a percent sign without two hexadecimal digits"
        }
    }
}
