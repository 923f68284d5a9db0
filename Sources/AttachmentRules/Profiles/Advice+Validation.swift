extension Profile.Advice {
    /// Throws where a value cannot be meant.
    ///
    /// - Parameter place: of the advice in its profile.
    func check(_ place: String) throws(ProfileError) {
        try Profile.checkOrigin(source, date, place)
        guard id.hasPrefix("advice-"), ProfileTree.isName(id) else {
            throw .invalid(place: "\(place).id", fault: "it should begin with advice-")
        }
        if let maxBytes {
            try Profile.check(maxBytes, in: Profile.attachmentBytes, "\(place).maxBytes")
        }
        try check(from: minWidth, to: maxWidth, "\(place).minWidth", "\(place).maxWidth")
        try check(from: minHeight, to: maxHeight, "\(place).minHeight", "\(place).maxHeight")
        for ratio in ratios ?? [] where Self.ratio(ratio) == nil {
            throw .invalid(place: "\(place).ratios", fault: "'\(ratio)' is not like 2:1")
        }
        guard !limits.isEmpty else { throw .invalid(place: place, fault: "a limit is needed") }
    }

    /// Throws where no picture is at least as large as the one and at most as large as the other.
    private func check(
        from least: Int?, to most: Int?, _ leastPlace: String, _ mostPlace: String
    ) throws(ProfileError) {
        if let least { try Profile.check(least, in: Profile.sides, leastPlace) }
        if let most { try Profile.check(most, in: Profile.sides, mostPlace) }
        guard let least, let most, least > most else { return }
        throw .invalid(place: leastPlace, fault: "it is more than the most, \(most)")
    }
}
