/// What a payload says of its media: found under any key that a service extension is known to read.
struct PayloadMediaCheck {
    private(set) var offences: [(PayloadRuleID, String)] = []
    private let content: JSONValue

    /// What lies where an address belongs.
    private struct Place {
        var vendor: PayloadVendor
        /// With dots between the keys, for messages.
        var name: String
        var value: JSONValue
    }

    init(_ document: PayloadDocument, mediaKeys: Set<String>) {
        content = .object(document.content)
        let places = places(mediaKeys)
        if places.isEmpty { offences.append((.mediaKey, absence)) }
        checkAgreement(of: places)
        for place in places { check(place) }
        for vendor in PayloadVendor.allCases where places.contains(where: { $0.vendor == vendor }) {
            checkType(vendor)
        }
        checkThumbnail(Payload.clippingRectKey, [Payload.clippingRectKey], isUpperCase: true)
        checkTime(Payload.thumbnailTimeKey, [Payload.thumbnailTimeKey])
        let (crop, time) = (
            PayloadVendor.airshipOptions + ["crop"], PayloadVendor.airshipOptions + ["time"]
        )
        checkThumbnail(crop.joined(separator: "."), crop, isUpperCase: false)
        checkTime(time.joined(separator: "."), time)
    }

    private var absence: String {
        let address = (content.object ?? [:]).sorted { $0.key < $1.key }.first {
            $0.value.string?.hasPrefix("http") ?? false
        }
        guard let address else { return "no key that a known service extension reads" }
        return "an address lies under \(JSONValue.string(address.key).shown), "
            + "a key that no known service extension reads"
    }

    private func places(_ mediaKeys: Set<String>) -> [Place] {
        let own = mediaKeys.union(Self.commonKeys).sorted()
        var places = own.compactMap { place(.generic, [$0]) }
        for vendor in PayloadVendor.allCases {
            switch vendor {
            case .generic: break
            case .onesignal:
                // One member for each attachment; the second is its older form.
                for path in [["os_data", "att"], ["att"]] {
                    for key in (content[path]?.object ?? [:]).keys.sorted() {
                        places += [place(vendor, path + [key])].compactMap(\.self)
                    }
                }
            case .airship:
                for path in Self.airshipPaths { places += airshipPlaces(path) }
            case .expo:
                places += [AttachmentKind.video, .audio, .image].compactMap {
                    place(vendor, vendor.urlPath(for: $0, mediaKey: ""))
                }
            case .pushwoosh:
                // Home Assistant has an object under the same key.
                if content["attachment"]?.object == nil {
                    places += [place(vendor, ["attachment"])].compactMap(\.self)
                }
            default:
                places += [place(vendor, vendor.urlPath(for: .image, mediaKey: ""))]
                    .compactMap(\.self)
            }
        }
        return places
    }

    /// Keys of public samples of service extensions.
    private static let commonKeys: Set<String> = [
        Payload.defaultMediaKey, "media_url", "attachment-url",
    ]

    /// The second is an older name of the same.
    private static let airshipPaths = [["com.urbanairship.media_attachment"], ["a4sid"]]

    /// One address or several, in either of two forms.
    private func airshipPlaces(_ path: [String]) -> [Place] {
        let name = path.joined(separator: ".")
        var places: [Place] = []
        switch content[path + ["url"]] {
        case .array(let values):
            for (index, value) in values.enumerated() {
                places.append(Place(vendor: .airship, name: "\(name).url[\(index)]", value: value))
            }
        case let value?: places.append(Place(vendor: .airship, name: "\(name).url", value: value))
        case nil: break
        }
        if case .array(let entries) = content[path + ["urls"]] {
            for (index, entry) in entries.enumerated() {
                let value = entry["url"] ?? .null
                places.append(
                    Place(vendor: .airship, name: "\(name).urls[\(index)].url", value: value))
            }
        }
        return places
    }

    private func place(_ vendor: PayloadVendor, _ path: [String]) -> Place? {
        content[path].map { value in
            let keys = path.map { $0.count > 40 ? "\($0.prefix(40))…" : $0 }
            return Place(vendor: vendor, name: keys.joined(separator: "."), value: value)
        }
    }

    private mutating func check(_ place: Place) {
        guard let text = place.value.string else {
            return offences.append((.types, "\(place.name) is \(place.value.kind), not a string"))
        }
        // An address on the user's own server, which the extension knows.
        if place.vendor == .homeassistant, text.hasPrefix("/"), !text.hasPrefix("//") { return }
        do throws(MediaURL.Fault) {
            let url = try MediaURL(text)
            if let path = place.vendor.typePath, let told = content[path] {
                return checkExtension(of: url, at: place, told, path)
            }
            guard !MediaNames.extensions.contains(url.fileExtension) else { return }
            let found = url.fileExtension.isEmpty ? "in no extension" : "in .\(url.fileExtension)"
            let shown = JSONValue.string(found).shown.dropFirst().dropLast()
            offences.append((.mediaExtension, "\(place.name) ends \(shown)"))
        } catch {
            offences.append((.mediaURL, "\(place.name) \(error.problem)"))
        }
    }

    /// Every extension takes the address under its own key: with different ones, one of them is wrong.
    private mutating func checkAgreement(of places: [Place]) {
        guard let first = places.first,
            let other = places.first(where: {
                // A vendor's list of several attachments, or one address for each kind of it, is meant so.
                ($0.vendor != first.vendor || first.vendor == .generic) && $0.value != first.value
            })
        else { return }
        offences.append((.mediaKey, "\(first.name) and \(other.name) hold different addresses"))
    }

    /// A file that is served as one type and stored as another is shown by none.
    private mutating func checkExtension(
        of url: MediaURL, at place: Place, _ told: JSONValue, _ path: [String]
    ) {
        guard let text = told.string, let served = AttachmentType(fileExtension: url.fileExtension)
        else { return }
        let types = MediaNames.attachments(named: text)
        guard !types.isEmpty, !types.contains(served) else { return }
        offences.append(
            (
                .mediaExtension,
                "\(place.name) ends in .\(url.fileExtension), but "
                    + "\(path.joined(separator: ".")) says \(told.shown)"
            ))
    }

    private mutating func checkType(_ vendor: PayloadVendor) {
        guard let path = vendor.typePath else { return }
        let name = path.joined(separator: ".")
        guard let value = content[path] else {
            if vendor.needsType {
                offences.append(
                    (.mediaType, "there is no \(name), which \(vendor.displayName) needs"))
            }
            return
        }
        guard let text = value.string else {
            return offences.append((.types, "\(name) is \(value.kind), not a string"))
        }
        guard !MediaNames.types(of: vendor).contains(text) else { return }
        offences.append(
            (.mediaType, "\(name) is \(value.shown), not such as \(MediaNames.example(of: vendor))")
        )
    }

    private mutating func checkThumbnail(_ name: String, _ path: [String], isUpperCase: Bool) {
        guard let value = content[path] else { return }
        let keys = isUpperCase ? ["X", "Y", "Width", "Height"] : ["x", "y", "width", "height"]
        let numbers = keys.compactMap { value[$0]?.number }
        guard numbers.count == keys.count else {
            let list = keys.joined(separator: ", ")
            return offences.append((.clippingRect, "\(name) is no object of the numbers \(list)"))
        }
        let rect = ThumbnailClippingRect(
            x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard !rect.isInsideUnit else { return }
        let shown = numbers.map { "\($0)" }.joined(separator: ", ")
        offences.append((.clippingRect, "\(name) is \(shown), which reaches outside the picture"))
    }

    private mutating func checkTime(_ name: String, _ path: [String]) {
        guard let value = content[path] else { return }
        guard let time = value.number, time >= 0 else {
            return offences.append(
                (.thumbnailTime, "\(name) is \(value.shown), not a number from 0 on"))
        }
    }
}
