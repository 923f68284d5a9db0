internal import AttachmentRules

/// The words of `pushmedia payload`.
enum PayloadMessages {
    static let soundOfTheApp =
        "a notification's own sound is a file of the app, and not fetched: name it with --sound"
    static let notSendable = "the payload cannot be sent:"

    static func notCompliant(_ profile: Profile) -> String {
        "it does not comply with profile \(profile.name), so the system may not show it: "
            + "prepare it first"
    }

    static func reserved(_ mediaKey: String) -> String {
        "--media-key: \(Console.quoted(mediaKey)) means something else already"
    }

    static func fault(_ fault: MediaURL.Fault, of url: String) -> String {
        let problem =
            switch fault {
            case .notAbsolute: "it is no absolute address: write https://HOST/PATH"
            case .notEncrypted:
                "App Transport Security lets no device fetch by http: serve the file by https"
            case .otherScheme(let scheme):
                "devices fetch by https, not \(Console.quoted(scheme)): put the file on a web server"
            case .credentials:
                "a user's name and password would be told to every device: take them out"
            case .host: "it names no host: write https://HOST/PATH"
            case .privateHost: "no device reaches this machine or a private network"
            case .character(let scalar):
                "U+\(String(scalar.value, radix: 16, uppercase: true)) cannot stand in an address: "
                    + "percent-encode it"
            case .percent:
                "a percent sign comes before two hexadecimal digits: write %25 for itself"
            }
        return "--url \(Console.quoted(url)): \(problem)"
    }

    /// What keeps a device from showing the attachment, although the payload is right.
    static func warnings(of media: PayloadMedia, for vendor: PayloadVendor) -> [String] {
        [name(of: media, for: vendor), type(of: media, for: vendor)].compactMap(\.self)
    }

    private static func name(of media: PayloadMedia, for vendor: PayloadVendor) -> String? {
        let found = media.url.fileExtension
        guard !vendor.passesType, !media.type.acceptedExtensions.contains(found) else {
            return nil
        }
        let ending = found.isEmpty ? "in no extension" : "in .\(found)"
        let wanted = media.type.acceptedExtensions.map { ".\($0)" }.joined(separator: " or ")
        return "--url ends \(ending), but the file is \(named(media.type)): devices go by the "
            + "address's name, so serve it under one in \(wanted)"
    }

    private static func type(of media: PayloadMedia, for vendor: PayloadVendor) -> String? {
        switch vendor.fault(of: media.type) {
        case nil: nil
        case .notListed(let types):
            "\(vendor.displayName) has no name for \(named(media.type)), so it may attach nothing: "
                + "it takes \(types.joined(separator: ", "))"
        case .named(let name):
            "\(vendor.displayName) stores \(named(media.type)) as .\(name), which the system may "
                + "refuse: prepare the file as .\(name)"
        }
    }

    private static func named(_ type: AttachmentType) -> String { type.mediaType.displayName }

    /// How to show a payload in a simulator, and what that does not show.
    ///
    /// - Parameter file: nil for what goes to stdout, and from there through a pipe.
    static func simulator(_ file: String?) -> String {
        """
        xcrun simctl push booted \(file.map(shellQuoted) ?? "-")
        A simulated push runs no service extension, so it shows no attachment (Xcode 11.4 release notes, \
        55822721): it tries the alert and the category. What APNs' sandbox sends to a simulator of \
        Xcode 14 or later runs it.

        """
    }

    /// As one word for a shell; control characters, which no one can paste, are spelt out.
    private static func shellQuoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._/".utf8.contains(byte)
            }
        }
        guard !isPlain || text.hasPrefix("-") else { return text }
        let name = text.hasPrefix("-") ? "./" + text : text
        let inner = Console.quoted(name).split(separator: "'", omittingEmptySubsequences: false)
        return "'" + inner.joined(separator: "'\\''") + "'"
    }
}
