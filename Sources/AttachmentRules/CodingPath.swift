extension [any CodingKey] {
    /// A place in JSON as people write it: `image.maxBytes.value`, `ignore[0].reason`.
    package var place: String {
        reduce("") { place, key in
            if let index = key.intValue { return "\(place)[\(index)]" }
            return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
        }
    }
}
