/// What lies where a service extension looks for an address.
struct PayloadMediaPlace {
    let vendor: PayloadVendor
    /// With dots between the keys, for messages.
    let name: String
    let value: JSONValue

    private init(_ vendor: PayloadVendor, _ name: String, _ value: JSONValue) {
        self.vendor = vendor
        self.name = name
        self.value = value
    }

    /// Every place of a payload, those of an app's own extension first.
    ///
    /// - Parameter mediaKeys: further keys that the app's own service extension reads.
    static func all(in content: JSONValue, mediaKeys: Set<String>) -> [PayloadMediaPlace] {
        let own = mediaKeys.union(commonKeys).sorted()
        return own.flatMap { at([$0], of: .generic, in: content) }
            + PayloadVendor.allCases.flatMap { of($0, in: content) }
    }

    private static func of(_ vendor: PayloadVendor, in content: JSONValue) -> [PayloadMediaPlace] {
        switch vendor {
        case .generic: []
        case .onesignal:
            // One member for each attachment; the second is its older form.
            [["os_data", "att"], ["att"]].flatMap { path in
                (content[path]?.object ?? [:]).keys.sorted().flatMap {
                    at(path + [$0], of: vendor, in: content)
                }
            }
        case .airship: airshipKeys.flatMap { airship($0, in: content) }
        case .expo:
            [AttachmentKind.video, .audio, .image].flatMap {
                at(vendor.urlPath(for: $0, mediaKey: ""), of: vendor, in: content)
            }
        // Home Assistant has an object under the same key.
        case .pushwoosh where content["attachment"]?.object != nil: []
        default: at(vendor.urlPath(for: .image, mediaKey: ""), of: vendor, in: content)
        }
    }

    /// The keys in `aps` under which media lie where they are beside it.
    static func misplaced(in aps: [String: JSONValue], mediaKeys: Set<String>) -> [String] {
        let vendors = PayloadVendor.allCases.compactMap {
            $0.urlPath(for: .image, mediaKey: Payload.defaultMediaKey).first
        }
        return mediaKeys.union(commonKeys).union(vendors).subtracting(commonWords)
            .filter { aps[$0] != nil }.sorted()
    }

    /// Keys of vendors that may as well be of an app's own, or meant for the alert.
    static let commonWords: Set<String> = ["ab", "a4sid", "att", "attachment", "body", "data"]

    /// Keys of public samples of service extensions.
    static let commonKeys: Set<String> = [
        Payload.defaultMediaKey, "media_url", "attachment-url",
    ]

    /// The second is an older name of the same.
    static let airshipKeys = ["com.urbanairship.media_attachment", "a4sid"]

    /// One address or several, in either of two forms.
    private static func airship(_ key: String, in content: JSONValue) -> [PayloadMediaPlace] {
        var places: [PayloadMediaPlace] = []
        switch content[[key, "url"]] {
        case .array(let values):
            for (index, value) in values.enumerated() {
                places.append(PayloadMediaPlace(.airship, "\(key).url[\(index)]", value))
            }
        case let value?: places.append(PayloadMediaPlace(.airship, "\(key).url", value))
        case nil: break
        }
        for (index, entry) in (content[[key, "urls"]]?.array ?? []).enumerated() {
            guard let value = entry["url"] else { continue }
            places.append(PayloadMediaPlace(.airship, "\(key).urls[\(index)].url", value))
        }
        return places
    }

    private static func at(
        _ path: [String], of vendor: PayloadVendor, in content: JSONValue
    ) -> [PayloadMediaPlace] {
        content[path].map { value in
            let keys = path.map { $0.count > 40 ? "\($0.prefix(40))…" : $0 }
            return [PayloadMediaPlace(vendor, keys.joined(separator: "."), value)]
        } ?? []
    }
}
