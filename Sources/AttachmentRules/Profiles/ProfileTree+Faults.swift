extension ProfileTree {
    /// What a profile's author must not say: which profile a limit is from, and who refuses a kind, is added here.
    ///
    /// - Returns: the place of such a member; nil where there is none.
    static func reserved(_ members: [String: JSONValue]) -> String? {
        if members["refusedBy"] != nil { return "refusedBy" }
        return place(in: .object(members)) { key, _ in key == "profile" }
    }

    /// What is wrong with a number that no limit can hold; nil where there is none.
    var numberFault: ProfileError? {
        let place = Self.place(in: .object(members)) { key, value in
            guard case .number = value else { return false }
            return !Self.fractional.contains(key)
        }
        return place.map { .invalid(place: $0, fault: "a whole number is wanted") }
    }

    /// The limits that may have a fraction.
    private static let fractional: Set<String> = ["maxSeconds", "belowSeconds", "maxFrameRate"]

    /// The place of the first member of a kind, in the order of keys.
    ///
    /// - Parameter isMeant: is told the member's key, of a limit's value that of the limit.
    private static func place(
        in value: JSONValue, under key: String = "", _ isMeant: (String, JSONValue) -> Bool
    ) -> String? {
        for (index, element) in (value.elements ?? []).enumerated() {
            if let inner = place(in: element, under: key, isMeant) {
                return join("[\(index)]", inner)
            }
        }
        for (name, member) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            if isMeant(name == "value" ? key : name, member) { return name }
            if let inner = place(in: member, under: name, isMeant) { return join(name, inner) }
        }
        return nil
    }

    /// A place below another.
    static func join(_ outer: String, _ inner: String) -> String {
        inner.hasPrefix("[") ? outer + inner : "\(outer).\(inner)"
    }
}
