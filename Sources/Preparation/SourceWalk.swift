internal import Glibc
internal import Storage

/// What the walk comes across: a file, a folder, a link or something else.
struct FoundFile {
    var name: BytePath
    var path: BytePath
    var status: FileStatus

    var source: Source { Source(name: name, place: .file(path, status)) }
}

/// The walk through the arguments, in the order of the names.
///
/// Links are resolved when they are met, so a source's path holds none but those that somebody puts there
/// afterwards.
struct SourceWalk {
    /// What the walk may follow.
    struct Bounds {
        /// The arguments' places.
        var roots: [BytePath]
        /// Follow links that lead out of the roots as well.
        var followsLinks: Bool
        /// The output folder, which is never entered; nil if it does not exist.
        var output: FileStatus?
    }

    /// A folder that many links lead to is walked so many times; what folders of links to one another
    /// would make of a few files knows no end otherwise.
    private static let mostArrivals = 100
    /// Bytes: as long as a path may be that the system takes.
    private static let longestName = 4096

    private let bounds: Bounds
    private var sources: [FoundFile] = []
    private var ignored = 0
    private var skipped: [(name: BytePath, cause: Skipped.Cause, message: String)] = []
    /// The folders that the walk is in.
    private var around: [FileStatus] = []
    /// How often a folder was reached by a link.
    private var arrivals: [Place: Int] = [:]

    private struct Place: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    init(_ bounds: Bounds) {
        self.bounds = bounds
    }

    mutating func take(_ argument: FoundFile, isAlone: Bool) throws(Discovery.Fault) {
        switch argument.status.kind {
        case .file:
            sources.append(argument)
        case .directory:
            guard let entries = try? Directory.entries(of: argument.path) else {
                throw .unreadable(argument.path)
            }
            take(entries, in: argument, name: isAlone ? "" : argument.name)
        case .symlink, .other:
            throw .unreadable(argument.path)
        }
    }

    /// What was found, in the order of the names.
    func discovery() -> Discovery {
        Discovery(
            sources: sources.sorted { $0.name < $1.name }.map(\.source),
            skipped: skipped.sorted { $0.name < $1.name }.map {
                Skipped($0.name, $0.cause, $0.message)
            }, ignored: ignored)
    }

    private mutating func take(
        _ entries: [Directory.Entry], in folder: FoundFile, name: BytePath
    ) {
        around.append(folder.status)
        defer { around.removeLast() }
        for entry in entries {
            guard !Discovery.isJunk(entry.name) else {
                ignored += 1
                continue
            }
            take(
                FoundFile(
                    name: name.appending(entry.name), path: folder.path.appending(entry.name),
                    status: entry.status))
        }
    }

    private mutating func take(_ found: FoundFile) {
        switch found.status.kind {
        case .file: sources.append(found)
        case .directory: walk(found)
        case .symlink: follow(found)
        case .other:
            skip(
                found, .specialFile,
                "it is a pipe, a socket or a device; what is to be prepared must be a file")
        }
    }

    private mutating func walk(_ folder: FoundFile) {
        // A link can lead to a folder that the output lies in. It is the program's own and no finding, which
        // the first run, that makes it, could not have.
        if let output = bounds.output, folder.status.isSameFile(as: output) { return }
        guard !around.contains(where: { $0.isSameFile(as: folder.status) }) else {
            return skip(folder, .linkLoop, "a link led back to this folder, which is taken already")
        }
        // It must not go unnoticed.
        guard let entries = try? Directory.entries(of: folder.path) else {
            sources.append(folder)
            return
        }
        take(entries, in: folder, name: folder.name)
    }

    private mutating func skip(_ found: FoundFile, _ cause: Skipped.Cause, _ message: String) {
        skipped.append((found.name, cause, message))
    }
}

// MARK: Links

extension SourceWalk {
    private mutating func follow(_ link: FoundFile) {
        let target: FoundFile
        do throws(StorageError) {
            let place = try link.path.resolved()
            target = FoundFile(name: link.name, path: place, status: try FileStatus.of(place))
        } catch {
            switch error.kind {
            case .system(ENOENT), .system(ENOTDIR):
                skip(link, .linkBroken, "the link leads nowhere; remove it or restore its target")
            case .system(ELOOP): skip(link, .linkLoop, "the link leads to itself; remove it")
            default: skip(link, .linkBroken, "the link cannot be followed: \(error.cause)")
            }
            return
        }
        if target.status.kind == .other {
            take(target)
        } else if target.status.kind == .directory, link.path.isInside(target.path) {
            skip(link, .linkLoop, "the link leads to a folder that it lies in; it is taken already")
        } else if isInOutput(target) {
            skip(link, .linkOutside, "the link leads into the output folder, which is no source")
        } else if !bounds.followsLinks, !bounds.roots.contains(where: target.path.isInside) {
            skip(link, .linkOutside, "the link leads out of the sources; --follow takes it")
        } else if target.status.kind == .directory, isTooMuch(target) {
            skip(
                link, .linkLoop,
                "links lead to this folder more than \(Self.mostArrivals) times, or lead on from one to "
                    + "another for too long; remove some")
        } else {
            take(target)
        }
    }

    private func isInOutput(_ target: FoundFile) -> Bool {
        guard bounds.followsLinks, let output = bounds.output else { return false }
        let folder = target.status.kind == .directory ? target.path : target.path.parent
        return Discovery.foldersAround(folder).contains { $0.isSameFile(as: output) }
    }

    /// Counts an arrival.
    private mutating func isTooMuch(_ folder: FoundFile) -> Bool {
        // Of names that grow from link to link there would be no end either.
        guard folder.name.bytes.count <= Self.longestName else { return true }
        let place = Place(device: folder.status.device, inode: folder.status.inode)
        let count = arrivals[place, default: 0] + 1
        arrivals[place] = count
        return count > Self.mostArrivals
    }
}

extension BytePath {
    /// Whether the path is another one or lies below it; both are resolved.
    fileprivate func isInside(_ folder: BytePath) -> Bool {
        components.starts(with: folder.components)
    }
}
