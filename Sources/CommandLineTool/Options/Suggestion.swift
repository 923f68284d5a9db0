/// What somebody may have meant who typed something that does not exist.
enum Suggestion {
    /// `did you mean prepare?`, or two of them; nil where nothing known is near.
    static func line(for typed: String, among known: [String]) -> String? {
        let near = nearest(to: typed, among: known)
        return near.isEmpty ? nil : "did you mean \(near.joined(separator: " or "))?"
    }

    /// At most two, the nearest first; of those as near as one another, the first known.
    static func nearest(to typed: String, among known: [String]) -> [String] {
        let letters = Array(typed.lowercased())
        // Nothing known is as long, and the work grows with the length.
        guard letters.contains(where: { $0 != "-" }), letters.count <= 64 else { return [] }
        let ranked = known.enumerated().compactMap { index, word in
            rank(of: Array(word.lowercased()), for: letters).map { ($0, index, word) }
        }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        guard let best = ranked.first?.0 else { return [] }
        return ranked.prefix { $0.0 == best }.prefix(2).map(\.2)
    }

    /// The same where others than this one know further words: one of them may lead to a known one.
    ///
    /// `--ouput` is a slip in `--output`, as other commands have it, which begins with this one's `--out`.
    static func line(
        for typed: String, among known: [String], elsewhere: [String]
    ) -> String? {
        if let line = line(for: typed, among: known) { return line }
        return nearest(to: typed, among: elsewhere).lazy
            .compactMap { line(for: $0, among: known) }.first
    }

    /// How far apart they are; nil where nobody would take one for the other.
    private static func rank(of word: [Character], for typed: [Character]) -> Int? {
        let distance = distance(typed, word)
        let name = typed.drop { $0 == "-" }
        let slips = max(1, name.count / 3)
        if distance <= slips { return distance }
        // Somebody who stopped in the middle, or went on.
        if name.count >= 2, word.starts(with: typed) { return distance }
        if word.count(where: { $0 != "-" }) >= 3, typed.starts(with: word) { return distance }
        // The same, with a slip in the words before: `gif-dely` for `gif-delay-too-short`.
        let ends = word.indices.dropFirst(3).filter { word[$0] == "-" }
        return name.count >= 4
            && ends.contains { Self.distance(typed, Array(word[..<$0])) <= slips }
            ? distance : nil
    }

    /// How many letters are to be put in, left out, replaced, or swapped with their neighbour.
    static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var before: [Int] = []
        var above = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var line = [row + 1]
            for (column, other) in second.enumerated() {
                var least = min(
                    above[column] + (letter == other ? 0 : 1), above[column + 1] + 1,
                    line[column] + 1)
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, above) = (above, line)
        }
        return above[second.count]
    }
}
