package import Storage

/// What a search for sources found.
package struct Discovery: Sendable {
    /// In the order of their names.
    ///
    /// A folder that cannot be read is one, too: it must not go unnoticed.
    package var sources: [Source] = []
    /// Junk and hidden files, links and special files: no sources, and no fault.
    package var ignored = 0

    /// Why the arguments name no batch.
    package enum Fault: Error, Equatable {
        case missing(BytePath)
        /// Neither a file nor a folder that can be read.
        case unreadable(BytePath)
        /// The output folder lies inside a source folder, or is one.
        case outputInside(BytePath)
        /// A source lies in the output folder, where an output could take its place.
        case sourceInside(BytePath)
        case noSources
    }

    /// Finds every source that the arguments name: files, and folders with all that is below them.
    package static func of(
        _ arguments: [BytePath], output: BytePath? = nil
    ) throws(Fault) -> Discovery {
        var search = Search()
        let distinct = try distinct(arguments)
        for argument in distinct {
            if let output { try keepApart(argument, output) }
            try search.add(argument, isAlone: distinct.count == 1)
        }
        guard !search.found.sources.isEmpty else { throw .noSources }
        search.found.sources.sort { $0.name < $1.name }
        return search.found
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
    private static func distinct(_ arguments: [BytePath]) throws(Fault) -> [Source] {
        var taken: Set<BytePath> = []
        var distinct: [Source] = []
        for path in arguments {
            guard let place = try? path.resolved(), let status = try? FileStatus.of(place) else {
                throw .missing(path)
            }
            guard !distinct.contains(where: { $0.status.isSameFile(as: status) }) else { continue }
            let last = ownName(path, place)
            var name = last
            var number = 2
            while !taken.insert(name).inserted {
                name = BytePath(bytes: last.bytes + Array("-\(number)".utf8))
                number += 1
            }
            distinct.append(Source(name: name, path: place, status: status))
        }
        return distinct
    }

    /// What an argument is called: as it was typed, unless that says nothing, or is the program's own.
    private static func ownName(_ path: BytePath, _ place: BytePath) -> BytePath {
        let typed = path.lastComponent
        let name = typed.isEmpty || typed == ".." ? place.lastComponent : typed
        if name.isEmpty { return "root" }
        return name == DirectoryStore.ownFolder ? "pushmedia" : name
    }

    /// Outputs must not be found as sources by the next run, and must never replace a source.
    private static func keepApart(_ argument: Source, _ output: BytePath) throws(Fault) {
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
    private static func foldersAround(_ folder: BytePath) -> [FileStatus] {
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

/// The walk through the arguments.
private struct Search {
    var found = Discovery()

    mutating func add(_ argument: Source, isAlone: Bool) throws(Discovery.Fault) {
        switch argument.status.kind {
        case .file:
            found.sources.append(argument)
        case .directory:
            guard let entries = try? Directory.entries(of: argument.path) else {
                throw .unreadable(argument.path)
            }
            take(entries, in: argument.path, name: isAlone ? nil : argument.name)
        case .symlink, .other:
            throw .unreadable(argument.path)
        }
    }

    private mutating func take(_ entries: [Directory.Entry], in folder: BytePath, name: BytePath?) {
        for entry in entries {
            let path = folder.appending(entry.name)
            // A file that went away since the folder was listed is no source any more.
            guard !Discovery.isJunk(entry.name), let status = try? FileStatus.of(path) else {
                found.ignored += 1
                continue
            }
            let source = Source(
                name: name?.appending(entry.name) ?? entry.name, path: path, status: status)
            switch status.kind {
            case .file: found.sources.append(source)
            case .directory: walk(source)
            case .symlink, .other: found.ignored += 1
            }
        }
    }

    private mutating func walk(_ folder: Source) {
        guard let entries = try? Directory.entries(of: folder.path) else {
            found.sources.append(folder)
            return
        }
        take(entries, in: folder.path, name: folder.name)
    }
}
