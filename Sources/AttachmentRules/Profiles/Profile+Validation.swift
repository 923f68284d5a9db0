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
                if let inner = surplus(pair.0, pair.1) {
                    return ProfileTree.join("[\(index)]", inner)
                }
            }
        }
        guard let members = given.object else { return nil }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let counterpart = understood[key] else { return key }
            if let inner = surplus(value, counterpart) { return ProfileTree.join(key, inner) }
        }
        return nil
    }

    /// Throws where a value cannot be meant.
    func checkValues() throws(ProfileError) {
        guard !kinds.isEmpty else {
            throw .invalid(
                place: "", fault: "one of image, animation, video and audio is needed")
        }
        for kind in kinds { try checkKind(kind) }
        try checkPictures(image, of: "image")
        try checkPictures(animation, of: "animation")
        if let video {
            try check(video.maxSide, in: 2...16_384, "video.maxSide")
            try check(video.maxFrameRate, in: 1...240, "video.maxFrameRate")
        }
        if let audio { try checkAudio(audio) }
        try checkSafety()
        for (index, advice) in advice.enumerated() {
            try advice.check("advice[\(index)]")
        }
    }

    /// Within what `--max-pixels` and its like take.
    private func checkSafety() throws(ProfileError) {
        try check(safety.maxPixels, in: 1...1_000_000_000, "safety.maxPixels")
        try check(safety.maxDecodedPixels, in: 1...1_000_000_000_000, "safety.maxDecodedPixels")
        try check(safety.maxFrames, in: 1...4_096, "safety.maxFrames")
        try check(safety.maxSide, in: 1...1_000_000, "safety.maxSide")
        try check(safety.maxStreams, in: 1...1_000, "safety.maxStreams")
        try check(safety.maxMetadataBytes, in: 1...1_000_000_000, "safety.maxMetadataBytes")
        try check(safety.maxInputBytes, in: 1...1_000_000_000_000_000, "safety.maxInputBytes")
    }

    private func checkAudio(_ audio: AudioLimits) throws(ProfileError) {
        if let below = audio.belowSeconds {
            try check(below, in: 0.1...86_400, "audio.belowSeconds")
        }
        if let channels = audio.maxChannels {
            try check(channels, in: 1...64, "audio.maxChannels")
        }
        if let codings = audio.codings {
            try Self.checkOrigin(codings, "audio.codings")
            guard !codings.value.isEmpty else {
                throw .invalid(place: "audio.codings.value", fault: "a coding is needed")
            }
        }
    }

    private func checkKind(_ kind: AttachmentKind) throws(ProfileError) {
        let place = kind.rawValue
        if let types = types(of: kind) {
            try Self.checkOrigin(types, "\(place).types")
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
            try check(bytes, in: Self.attachmentBytes, "\(place).maxBytes")
        }
        if let seconds = maxSeconds(of: kind) {
            try check(seconds, in: 0.1...86_400, "\(place).maxSeconds")
        }
    }

    private func checkPictures(_ limits: PictureLimits?, of kind: String) throws(ProfileError) {
        guard let limits else { return }
        try check(limits.maxWidth, in: Self.sides, "\(kind).maxWidth")
        try check(limits.maxHeight, in: Self.sides, "\(kind).maxHeight")
        if let decoded = limits.maxDecodedBytes {
            try check(decoded, in: 1_000...1_000_000_000_000, "\(kind).maxDecodedBytes")
        }
    }

    /// What `maxBytes` may be.
    static let attachmentBytes: ClosedRange<Int64> = 1_000...1_000_000_000
    /// What a width or height may be, in pixels.
    static let sides = 1...16_384

    private func check<Value: Comparable>(
        _ limit: Limit<Value>, in range: ClosedRange<Value>, _ place: String
    ) throws(ProfileError) {
        try Self.checkOrigin(limit, place)
        try Self.check(limit.value, in: range, "\(place).value")
    }

    static func check<Value: Comparable>(
        _ value: Value, in range: ClosedRange<Value>, _ place: String
    ) throws(ProfileError) {
        guard range.contains(value) else {
            throw .invalid(
                place: place, fault: "it should be from \(range.lowerBound) to \(range.upperBound)"
            )
        }
    }

    private static func checkOrigin<Value>(
        _ limit: Limit<Value>, _ place: String
    ) throws(ProfileError) {
        try checkOrigin(limit.source, limit.date, place)
    }

    /// A limit that nobody can look up is nobody's.
    static func checkOrigin(
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
