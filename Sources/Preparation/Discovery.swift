package import Storage

/// What a search for sources found.
package struct Discovery: Sendable {
    /// In the order of their names.
    ///
    /// A folder that cannot be read is one, too: it must not go unnoticed.
    package var sources: [Source]
    /// Links that are not followed and special files, in the order of their names: no sources, and no fault.
    package var skipped: [Skipped]
    /// Junk and hidden files.
    package var ignored: Int
    /// Of objects: the folders that the program has published into, by the names that sources in them have.
    package var outputFolders: Set<BytePath> = []

    package init(sources: [Source], skipped: [Skipped], ignored: Int) {
        self.sources = sources
        self.skipped = skipped
        self.ignored = ignored
    }

    /// Why the arguments name no batch.
    package enum Fault: Error, Equatable {
        case missing(BytePath)
        /// Neither a file nor a folder that can be read.
        case unreadable(BytePath)
        /// The output folder lies inside a source folder, or is one.
        case outputInside(BytePath)
        /// A source lies in the output folder, where an output could take its place.
        case sourceInside(BytePath)
        /// Nothing was found but this.
        case noSources([Skipped])
    }

    /// Finds every source that the arguments name: files, and folders with all that is below them.
    ///
    /// A link among them is followed where it leads to a file or folder that is a source anyway, or lies in one.
    ///
    /// - Parameter followsLinks: follow links wherever they lead, but never into the output folder.
    package static func of(
        _ arguments: [BytePath], output: BytePath? = nil, followsLinks: Bool = false
    ) throws(Fault) -> Discovery {
        let distinct = try distinct(arguments)
        // It need not exist yet.
        let outputStatus = output.flatMap { try? FileStatus.of($0, followingLinks: true) }
        var walk = SourceWalk(
            SourceWalk.Bounds(
                roots: distinct.map(\.path), followsLinks: followsLinks, output: outputStatus))
        for argument in distinct {
            if let output { try keepApart(argument, output) }
            try walk.take(argument, isAlone: distinct.count == 1)
        }
        let discovery = walk.discovery()
        guard !discovery.sources.isEmpty else { throw .noSources(discovery.skipped) }
        return discovery
    }

    /// Files that systems leave behind in every folder, and hidden ones.
    package static func isJunk(_ name: BytePath) -> Bool {
        let text = name.text.lowercased()
        return text.hasPrefix(".") || ["thumbs.db", "desktop.ini", "ehthumbs.db"].contains(text)
    }

    /// The arguments, each once, with their links resolved, under names of their own: the last
    /// name, with a number if it is taken.
    ///
    /// So no two sources ever have the same name.
    private static func distinct(_ arguments: [BytePath]) throws(Fault) -> [FoundFile] {
        var taken: Set<BytePath> = []
        var distinct: [FoundFile] = []
        var typed: [BytePath] = []
        for path in arguments {
            guard let place = try? path.resolved(), let status = try? FileStatus.of(place) else {
                throw .missing(path)
            }
            let last = ownName(path, place)
            // One file under two names is two attachments.
            let isKnown = zip(distinct, typed).contains { known, name in
                known.status.isSameFile(as: status) && (status.kind == .directory || name == last)
            }
            guard !isKnown else { continue }
            var name = last
            var number = 2
            while !taken.insert(name).inserted {
                name = numbered(last, number, status.kind)
                number += 1
            }
            distinct.append(FoundFile(name: name, path: place, status: status))
            typed.append(last)
        }
        return distinct
    }

    /// A file keeps its extension, by which its type is told.
    private static func numbered(
        _ name: BytePath, _ number: Int, _ kind: FileStatus.Kind
    ) -> BytePath {
        let ending =
            kind == .file && !name.fileExtension.isEmpty
            ? [UInt8(ascii: ".")] + name.fileExtension.bytes : []
        let stem = name.bytes.dropLast(ending.count)
        return BytePath(bytes: stem + Array("-\(number)".utf8) + ending)
    }

    /// What an argument is called: as it was typed, unless that says nothing, or is the program's own.
    private static func ownName(_ path: BytePath, _ place: BytePath) -> BytePath {
        let typed = path.lastComponent
        let name = typed.isEmpty || typed == ".." ? place.lastComponent : typed
        if name.isEmpty { return "root" }
        return name == DirectoryStore.ownFolder ? "pushmedia" : name
    }

    /// Outputs must not be found as sources by the next run, and must never replace a source.
    private static func keepApart(_ argument: FoundFile, _ output: BytePath) throws(Fault) {
        if foldersAround(output).contains(where: { $0.isSameFile(as: argument.status) }) {
            throw .outputInside(argument.path)
        }
        guard let folder = try? FileStatus.of(output, followingLinks: true) else { return }
        let parent = argument.path.appending("..")
        let around = foldersAround(
            argument.status.kind == .directory ? parent : argument.path.parent)
        if around.contains(where: { $0.isSameFile(as: folder) }) {
            throw .sourceInside(argument.path)
        }
    }

    /// A folder that need not exist yet, and every folder that it lies in.
    static func foldersAround(_ folder: BytePath) -> [FileStatus] {
        var place = folder
        var status = try? FileStatus.of(place, followingLinks: true)
        while status == nil, !place.isEmpty {
            place = place.parent
            status = try? FileStatus.of(place.isEmpty ? "." : place, followingLinks: true)
        }
        if place.isEmpty { place = "." }
        var folders: [FileStatus] = []
        // The root is its own parent.
        while let here = status, folders.last?.isSameFile(as: here) != true {
            folders.append(here)
            place = place.appending("..")
            status = try? FileStatus.of(place, followingLinks: true)
        }
        return folders
    }
}
