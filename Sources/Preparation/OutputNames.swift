package import Storage

/// The names under which a batch's outputs are published: a pure function of all of them.
///
/// An output is named by its source's stem and its own type's extension (`hero.heic` → `hero.jpg`).
/// Where two would collide, both keep their source's full name before it (`hero.png.jpg`,
/// `hero.jpg.jpg`). Names collide when a file system that ignores case or kinds of accents takes
/// them for one.
package enum OutputNames {
    /// An output that wants a name.
    package struct Candidate: Sendable, Equatable {
        package var source: BytePath
        package var fileExtension: String

        package init(source: BytePath, fileExtension: String) {
            self.source = source
            self.fileExtension = fileExtension
        }
    }

    /// The most bytes that file systems take for one name.
    private static let longestName = 255

    /// A name for each candidate, in their order; none collides with another, or with a folder of theirs.
    package static func assign(to candidates: [Candidate]) -> [BytePath] {
        let folders = Set(candidates.flatMap { foldersAround($0.source) }.map(folded))
        var styles = [Style](repeating: .stem, count: candidates.count)
        while true {
            let names = zip(candidates, styles).map { name(of: $0, $1) }
            let rivals = Dictionary(grouping: names.indices) { folded(names[$0]) }
            let colliding = rivals.filter { $0.value.count > 1 || folders.contains($0.key) }
            if colliding.isEmpty { return names }
            for (name, indices) in colliding {
                escalate(indices.sorted(), &styles, keepsFirst: !folders.contains(name))
            }
        }
    }

    /// The folders that an output of the source will lie in.
    private static func foldersAround(_ source: BytePath) -> [BytePath] {
        var folders: [BytePath] = []
        var folder = folder(of: source)
        while !folder.isEmpty {
            folders.append(folder)
            folder = folder.parent
        }
        return folders
    }

    /// The sources whose outputs' names another source could take, whatever their types become.
    package static func contested(_ files: [BytePath]) -> Set<BytePath> {
        var contest = Contest()
        for file in files { contest.add(file) }
        return Set(files.filter(contest.isOpen))
    }

    /// Which sources may compete for a name, in a few bytes a source.
    ///
    /// Names are known by their hashes alone: where those of two are the same by chance, two outputs wait for
    /// their names that would not have to.
    package struct Contest: Sendable {
        /// How many sources and folders have a stem, up to 2.
        private var stems: [Int: UInt8] = [:]
        private var fullNames: Set<Int> = []
        private var folders: Set<Int> = []

        package init() {}

        package mutating func add(_ source: BytePath) {
            enter(source)
            // A folder may have the name that an output would take.
            for folder in foldersAround(source) where folders.insert(folder.hashValue).inserted {
                enter(folder)
            }
        }

        /// Whether another one that was added could take the name of the source's output.
        package func isOpen(for source: BytePath) -> Bool {
            let (stem, full) = (Self.stem(source), Self.full(source))
            if stems[stem, default: 0] > 1 { return true }
            // Without an extension it would be its own rival below.
            guard full != stem else { return false }
            // `hero.png` may become `hero.png.jpg`, which is what `hero.png.gif` may become as well.
            return stems[full, default: 0] > 0 || fullNames.contains(stem)
        }

        private mutating func enter(_ name: BytePath) {
            stems[Self.stem(name)] = min(2, stems[Self.stem(name), default: 0] + 1)
            fullNames.insert(Self.full(name))
        }

        private static func stem(_ name: BytePath) -> Int {
            folded(BytePath(bytes: parent(name) + OutputNames.stem(name))).hashValue
        }

        private static func full(_ name: BytePath) -> Int { folded(name).hashValue }
    }

    private enum Style: Equatable {
        case stem
        case fullName
        case numbered(Int)
    }

    /// One step further: plain names become full ones; of names that are full already, all but the first
    /// get a number.
    private static func escalate(_ indices: [Int], _ styles: inout [Style], keepsFirst: Bool) {
        let plain = indices.filter { styles[$0] == .stem }
        guard plain.isEmpty else {
            for index in plain { styles[index] = .fullName }
            return
        }
        for index in indices.dropFirst(keepsFirst ? 1 : 0) {
            if case .numbered(let number) = styles[index] {
                styles[index] = .numbered(number + 1)
            } else {
                styles[index] = .numbered(2)
            }
        }
    }

    private static func name(of candidate: Candidate, _ style: Style) -> BytePath {
        let source = candidate.source
        let (base, ending) =
            switch style {
            case .stem: (stem(source), ".\(candidate.fileExtension)")
            case .fullName: (source.lastComponent.bytes, ".\(candidate.fileExtension)")
            case .numbered(let number):
                (source.lastComponent.bytes, "-\(number).\(candidate.fileExtension)")
            }
        let written = BytePath(bytes: base).text
        return BytePath(bytes: parent(source) + Array(fitted(written, ending).utf8))
    }

    /// Cuts a name to what file systems take, between characters, and tells what it was by a digest.
    private static func fitted(_ base: String, _ ending: String) -> String {
        guard base.utf8.count + ending.utf8.count > longestName else { return base + ending }
        let mark = "~" + SHA256Digest.of(Array(base.utf8)).hex.prefix(8)
        var short = base
        while short.utf8.count + mark.utf8.count + ending.utf8.count > longestName {
            short.removeLast()
        }
        return short + mark + ending
    }

    private static func stem(_ source: BytePath) -> [UInt8] {
        source.lastComponent.stem.bytes
    }

    /// The source's folder, as text that fits: an output's path is valid UTF-8 throughout, and what is no
    /// text is longer when it is spelt out.
    private static func folder(of source: BytePath) -> BytePath {
        BytePath(source.parent.components.map { fitted($0.text, "") }.joined(separator: "/"))
    }

    /// The same with its slash; empty without a folder.
    private static func parent(_ source: BytePath) -> [UInt8] {
        let folder = folder(of: source)
        return folder.isEmpty ? [] : folder.bytes + [UInt8(ascii: "/")]
    }

    /// As the most forgetful file system sees a name: case ignored, and kinds of accents too, since strings that
    /// only differ in those are equal.
    private static func folded(_ name: BytePath) -> String {
        name.text.lowercased()
    }
}
