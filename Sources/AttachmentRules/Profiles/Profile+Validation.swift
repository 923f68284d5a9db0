#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A profile that somebody has written must not do something else than they think.
extension Profile {
    /// Throws where the JSON has a member that means nothing here, such as a limit that is misspelt.
    func checkKeys() throws(ProfileError) {
        let understood: JSONValue
        do {
            understood = try JSONDecoder().decode(
                JSONValue.self, from: JSONEncoder().encode(self))
        } catch {
            throw ProfileError(error)
        }
        if let place = Self.surplus(.object(tree.members), understood) {
            throw .invalid(place: place, fault: "no such member is known")
        }
    }

    /// The path of a member that the second has not; nil where there is none.
    private static func surplus(_ given: JSONValue, _ understood: JSONValue) -> String? {
        if let elements = given.elements {
            for (index, pair) in zip(elements, understood.elements ?? []).enumerated() {
                if let inner = surplus(pair.0, pair.1) { return join("[\(index)]", inner) }
            }
        }
        guard let members = given.object else { return nil }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let counterpart = understood[key] else { return key }
            if let inner = surplus(value, counterpart) { return join(key, inner) }
        }
        return nil
    }

    private static func join(_ outer: String, _ inner: String) -> String {
        inner.hasPrefix("[") ? outer + inner : "\(outer).\(inner)"
    }

    /// Throws where a value cannot be meant.
    func checkValues() throws(ProfileError) {
        guard !kinds.isEmpty else {
            throw .invalid(
                place: "", fault: "one of image, animation, video and audio is needed")
        }
        for kind in kinds { try checkKind(kind) }
        try checkSize(image, of: "image")
        try checkSize(animation, of: "animation")
        if let video {
            try check(video.maxSide, in: 2...16_384, "video.maxSide")
            try check(video.maxFrameRate, in: 1...240, "video.maxFrameRate")
        }
        if let below = audio?.belowSeconds {
            try check(below, in: 0.1...86_400, "audio.belowSeconds")
        }
        if let channels = audio?.maxChannels {
            try check(channels, in: 1...64, "audio.maxChannels")
        }
        for (index, advice) in advice.enumerated() { try check(advice, "advice[\(index)]") }
    }

    private func checkKind(_ kind: AttachmentKind) throws(ProfileError) {
        let place = kind.rawValue
        if let types = types(of: kind) {
            try checkOrigin(types, "\(place).types")
            guard !types.value.isEmpty else {
                throw .invalid(place: "\(place).types.value", fault: "a type is needed")
            }
            for type in types.value where AttachmentType(type)?.kind != kind {
                let known = AttachmentType.all.filter { $0.kind == kind }.map(\.mediaType.rawValue)
                throw .invalid(
                    place: "\(place).types.value",
                    fault: "'\(type.rawValue)' is none of \(known.joined(separator: ", "))")
            }
        }
        if let bytes = maxBytes(of: kind) {
            try check(bytes, in: 1_000...1_000_000_000, "\(place).maxBytes")
        }
        if let seconds = maxSeconds(of: kind) {
            try check(seconds, in: 0.1...86_400, "\(place).maxSeconds")
        }
    }

    private func checkSize(_ limits: PictureLimits?, of kind: String) throws(ProfileError) {
        guard let limits else { return }
        try check(limits.maxWidth, in: 1...16_384, "\(kind).maxWidth")
        try check(limits.maxHeight, in: 1...16_384, "\(kind).maxHeight")
    }

    private func check<Value: Comparable>(
        _ limit: Limit<Value>, in range: ClosedRange<Value>, _ place: String
    ) throws(ProfileError) {
        try checkOrigin(limit, place)
        guard range.contains(limit.value) else {
            throw .invalid(
                place: "\(place).value",
                fault: "it should be from \(range.lowerBound) to \(range.upperBound)")
        }
    }

    private func checkOrigin<Value>(_ limit: Limit<Value>, _ place: String) throws(ProfileError) {
        try Self.checkOrigin(limit.source, limit.date, place)
    }

    private func check(_ advice: Advice, _ place: String) throws(ProfileError) {
        try Self.checkOrigin(advice.source, advice.date, place)
        guard advice.id.hasPrefix("advice-"), ProfileTree.isName(advice.id) else {
            throw .invalid(place: "\(place).id", fault: "it should begin with advice-")
        }
        guard !advice.limits.isEmpty else {
            throw .invalid(place: place, fault: "a limit is needed")
        }
        for ratio in advice.ratios ?? [] where Advice.ratio(ratio) == nil {
            throw .invalid(place: "\(place).ratios", fault: "'\(ratio)' is not like 2:1")
        }
    }

    /// A limit that nobody can look up is nobody's.
    private static func checkOrigin(
        _ source: String, _ date: String, _ place: String
    ) throws(ProfileError) {
        guard !source.isEmpty else {
            throw .invalid(place: "\(place).source", fault: "say where it comes from")
        }
        let parts = date.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, let year = Int(parts[0]), year > 2000,
            parts[1].utf8.count == 2, let month = Int(parts[1]), 1...12 ~= month
        else {
            throw .invalid(place: "\(place).date", fault: "a year and a month are wanted: 2026-11")
        }
    }
}
