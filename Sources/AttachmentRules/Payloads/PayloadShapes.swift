/// The types of what vendors' keys hold, beside the media's address and type themselves.
///
/// In what is no object, no extension finds an address; so this says why there is none.
struct PayloadShapes {
    private(set) var offences: [(PayloadRuleID, String)] = []
    /// Whether it is said why an address lies nowhere.
    private(set) var tellsOfAddress = false
    private let content: JSONValue

    /// - Parameters:
    ///   - places: where addresses lie.
    ///   - mediaKeys: that the app's own extension reads, whatever vendors have under them.
    init(_ content: JSONValue, places: [PayloadMediaPlace], mediaKeys: Set<String>) {
        self.content = content
        for path in Self.objects where !mediaKeys.contains(path[0]) {
            guard let value = content[path], value.object == nil else { continue }
            // These words may be an app's own; but an address of media is there for an extension.
            let isMeant =
                !(path.count == 1 && PayloadMediaPlace.commonWords.contains(path[0]))
                || places.isEmpty && Self.holdsMedia(value)
            if isMeant { tell(path, value, "an object") }
        }
        for vendor in PayloadVendor.allCases where !places.contains(where: { $0.vendor == vendor })
        { checkAbsence(of: vendor) }
        for key in PayloadMediaPlace.airshipKeys { checkAirship(key) }
        for key in ["_mediaAlt", Payload.simulatorKey] { checkString([key]) }
    }

    /// What addresses lie in, from the outside to the inside.
    private static let objects: [[String]] = {
        var paths = [["a4sid"], ["att"]]
        for vendor in PayloadVendor.allCases {
            // Pushwoosh has the address itself there.
            guard vendor != .homeassistant else { continue }
            let path = vendor.urlPath(for: .image, mediaKey: "")
            for length in 1..<max(1, path.count) { paths.append(Array(path.prefix(length))) }
        }
        return paths
    }()

    private static func holdsMedia(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text):
            text.hasPrefix("http")
                && MediaNames.extensions.contains { text.lowercased().hasSuffix(".\($0)") }
        case .array(let values): values.contains(where: holdsMedia)
        default: false
        }
    }

    /// What was begun for an attachment, but names none.
    private mutating func checkAbsence(of vendor: PayloadVendor) {
        let path = vendor.urlPath(for: .image, mediaKey: "")
        if vendor != .generic, let typePath = vendor.typePath, content[typePath] != nil {
            offences.append(
                (
                    .mediaKey,
                    "\(Self.name(typePath)) tells a type, but there is no \(Self.name(path)), "
                        + "the address"
                ))
            tellsOfAddress = true
            return
        }
        var holders: [[String]] = []
        switch vendor {
        case .braze, .batch, .expo, .onesignal: holders = [path.dropLast()]
        case .airship:
            // Of a list that is none, or names none, it is told elsewhere.
            holders = PayloadMediaPlace.airshipKeys.map { [$0] }
                .filter {
                    content[$0 + ["urls"]]?.array?.isEmpty ?? (content[$0 + ["urls"]] == nil)
                }
        default: break
        }
        for holder in holders where content[holder]?.object != nil {
            offences.append((.mediaKey, "\(Self.name(holder)) holds no address"))
            tellsOfAddress = true
        }
    }

    private mutating func checkAirship(_ key: String) {
        if let value = content[[key, "urls"]] {
            if let entries = value.array {
                for (index, entry) in entries.enumerated() where entry["url"] == nil {
                    let what = entry.object == nil ? "is no object" : "has no url"
                    offences.append((.types, "\(key).urls[\(index)] \(what)"))
                }
            } else {
                tell([key, "urls"], value, "an array")
            }
        }
        for member in ["content", "options"] {
            guard let value = content[[key, member]], value.object == nil else { continue }
            offences.append((.types, "\(key).\(member) is \(value.kind), not an object"))
        }
        if let value = content[[key, "options", "hidden"]], value.boolean == nil {
            offences.append((.types, "\(key).options.hidden is \(value.kind), not true or false"))
        }
        checkString([key, "thumbnail_id"])
        for text in ["title", "subtitle", "body"] { checkString([key, "content", text]) }
    }

    private mutating func checkString(_ path: [String]) {
        guard let value = content[path], value.string == nil else { return }
        offences.append((.types, "\(Self.name(path)) is \(value.kind), not a string"))
    }

    /// Of what an address should lie in.
    private mutating func tell(_ path: [String], _ value: JSONValue, _ wanted: String) {
        offences.append((.types, "\(Self.name(path)) is \(value.kind), not \(wanted)"))
        tellsOfAddress = true
    }

    private static func name(_ path: [String]) -> String { path.joined(separator: ".") }
}
