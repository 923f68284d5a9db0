/// What a payload says of its media: found under any key that a service extension is known to read.
struct PayloadMediaCheck {
    private(set) var offences: [(PayloadRuleID, String)] = []
    private let content: JSONValue

    init(_ document: PayloadDocument, mediaKeys: Set<String>) {
        content = .object(document.content)
        let places = PayloadMediaPlace.all(in: content, mediaKeys: mediaKeys)
        let shapes = PayloadShapes(content, places: places, mediaKeys: mediaKeys)
        offences += shapes.offences
        let misplaced = PayloadMediaPlace.misplaced(in: document.aps ?? [:], mediaKeys: mediaKeys)
        for key in misplaced {
            offences.append((.mediaPlace, "aps.\(key) is in aps, where no extension looks for it"))
        }
        if places.isEmpty, misplaced.isEmpty, !shapes.tellsOfAddress {
            offences.append((.mediaKey, absence))
        }
        checkAgreement(of: places)
        for place in places { check(place) }
        for vendor in PayloadVendor.allCases { checkType(vendor, places) }
        offences += PayloadThumbnailCheck(content).offences
    }

    private var absence: String {
        let address = (content.object ?? [:]).sorted { $0.key < $1.key }.first {
            $0.value.string?.hasPrefix("http") ?? false
        }
        guard let (key, _) = address else { return "no key that a known service extension reads" }
        let shown = JSONValue.string(key).shown
        let vendor = PayloadVendor.allCases.first {
            $0.urlPath(for: .image, mediaKey: "").first == key
        }
        guard let vendor else {
            return "an address lies under \(shown), a key that no known service extension reads"
        }
        let path = vendor.urlPath(for: .image, mediaKey: "").joined(separator: ".")
        return "an address lies under \(shown), where \(vendor.displayName) reads \(path)"
    }

    private mutating func check(_ place: PayloadMediaPlace) {
        guard let text = place.value.string else {
            let wanted = place.vendor == .pushwoosh ? "a string or an object" : "a string"
            return offences.append((.types, "\(place.name) is \(place.value.kind), not \(wanted)"))
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
            offences.append((error.rule, "\(place.name) \(error.problem)"))
        }
    }

    /// Every extension takes the address under its own key: with different ones, one of them is wrong.
    private mutating func checkAgreement(of places: [PayloadMediaPlace]) {
        guard let first = places.first,
            let other = places.first(where: { place in
                // A vendor's list of several attachments, or one address for each kind of it, is meant so.
                place.vendor != first.vendor
                    && !places.contains {
                        $0.vendor == place.vendor && $0.value == first.value
                    }
            })
        else { return }
        offences.append((.mediaKey, "\(first.name) and \(other.name) hold different addresses"))
    }

    /// A file that is served as one type and stored as another is shown by none.
    private mutating func checkExtension(
        of url: MediaURL, at place: PayloadMediaPlace, _ told: JSONValue, _ path: [String]
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

    private mutating func checkType(_ vendor: PayloadVendor, _ places: [PayloadMediaPlace]) {
        guard let path = vendor.typePath else { return }
        let hasAddress = places.contains { $0.vendor == vendor }
        // An app's own key may be anything without one.
        guard hasAddress || vendor != .generic && content[path] != nil else { return }
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
}
