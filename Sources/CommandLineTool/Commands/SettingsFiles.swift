internal import Delivery
internal import Preparation
internal import Report
internal import S3
internal import Storage

/// The settings files, `.pushmedia.json`, in the folder of a file and above it.
///
/// Up to the working folder where that holds the file, else to the folder that was named; or further, to the root
/// of the repository that the file lies in. A web server has no folders to look into.
struct SettingsFiles {
    private let knownRules: Set<String>
    private let workingFolder: BytePath
    /// What was named, with links resolved.
    private let roots: [BytePath]
    private var suppressions: [BytePath: Suppressions?] = [:]
    /// By the folder of a file: those whose settings hold for it.
    private var chains: [BytePath: [BytePath]] = [:]

    init(_ arguments: [BytePath], knownRules: Set<String>) {
        self.knownRules = knownRules
        workingFolder = (try? BytePath(".").resolved()) ?? "/"
        roots = arguments.compactMap(Self.root)
    }

    /// Reads the settings that hold for a file.
    ///
    /// Throws `UsageError` for settings that are none: what they were meant to suppress nobody knows.
    mutating func read(above file: BytePath, _ access: StoreAccess?) async throws {
        guard chains[file.folderAbove] == nil else { return }
        let folders = folders(above: file)
        chains[file.folderAbove] = folders
        for folder in folders where suppressions[folder] == nil {
            let path = folder.appending(BytePath(Suppressions.fileName))
            let bytes = try await Self.bytes(of: path, access)
            suppressions[folder] = .some(try bytes.map { try parsed($0, path) })
        }
    }

    /// What was read for a file, the nearest settings first.
    func layers(above file: BytePath) -> [Layer] {
        // Where none were asked for, nothing is looked for.
        guard !suppressions.isEmpty else { return [] }
        return (chains[file.folderAbove] ?? folders(above: file)).compactMap { folder in
            guard let found = suppressions[folder] ?? nil else { return nil }
            return Layer(path: file.below(folder) ?? file.text, suppressions: found)
        }
    }

    /// From the file's own to the last whose settings hold.
    private func folders(above file: BytePath) -> [BytePath] {
        if DeliveredObjects.isAddress(file.text) { return [] }
        let last = lastFolder(above: file)
        var folders = [file.folderAbove]
        while let folder = folders.last, folder != last, folder != "/", !folder.isEmpty {
            folders.append(folder.folderAbove)
        }
        return folders
    }

    /// What a settings file says of one file.
    struct Layer {
        /// From the folder of the settings.
        let path: String
        let suppressions: Suppressions
    }

    private func lastFolder(above file: BytePath) -> BytePath {
        let named = ([workingFolder] + roots).first { file.below($0) != nil } ?? file.folderAbove
        guard let repository = repository(above: file) else { return named }
        return repository.bytes.count < named.bytes.count ? repository : named
    }

    /// The root of the repository that a file on this machine lies in.
    private func repository(above file: BytePath) -> BytePath? {
        guard !S3Address.isAddress(file.text) else { return nil }
        var folder = file.folderAbove
        while folder != "/", !folder.isEmpty {
            if (try? FileStatus.of(folder.appending(".git"))) != nil { return folder }
            folder = folder.folderAbove
        }
        return nil
    }

    /// An address in a store has no links, but may end in a slash.
    private static func root(_ argument: BytePath) -> BytePath? {
        guard S3Address.isAddress(argument.text) else { return try? argument.resolved() }
        var bytes = argument.bytes
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return BytePath(bytes: bytes)
    }

    /// Nil where there is no such file.
    private static func bytes(of path: BytePath, _ access: StoreAccess?) async throws -> [UInt8]? {
        do {
            guard S3Address.isAddress(path.text) else {
                return try OpenFile(reading: path).bytes(count: Suppressions.maxBytes + 1)
            }
            guard let access, let source = try await SourceArguments.existing(path, access) else {
                return nil
            }
            return try await access.opener.open(source, maxBytes: Int64(Suppressions.maxBytes))
                .head(Suppressions.maxBytes)
        } catch let error as StorageError {
            if error.isAbsence { return nil }
            throw UsageError("\(Console.quoted(path.text)): \(error.cause)")
        } catch let error as S3Error {
            // Whoever may not list a bucket is denied what is not there.
            guard case .denied = error.kind else { throw error }
            throw UsageError(
                "\(Console.quoted(path.text)): the store does not say whether it is there; "
                    + "let the bucket be listed, or use --no-settings")
        } catch let reason as Reason {
            throw UsageError("\(Console.quoted(path.text)): \(reason.message)")
        }
    }

    private func parsed(_ bytes: [UInt8], _ path: BytePath) throws(UsageError) -> Suppressions {
        guard bytes.count <= Suppressions.maxBytes else {
            throw UsageError("\(Console.quoted(path.text)): it is larger than 1 MB")
        }
        do {
            return try Suppressions(bytes, rules: knownRules)
        } catch {
            let place = error.place.isEmpty ? "" : "\(error.place): "
            throw UsageError(
                "\(Console.quoted(path.text)): \(Console.quoted(place + error.words))")
        }
    }
}

extension BytePath {
    /// The folder that it lies in, spelt as it is: an address has two slashes in a row.
    var folderAbove: BytePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == 0 ? "/" : BytePath(bytes: Array(bytes[..<slash]))
    }

    /// The path from a folder that it lies in; nil where it lies elsewhere.
    func below(_ folder: BytePath) -> String? {
        let start = folder == "/" ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
        guard bytes.starts(with: start), bytes.count > start.count else { return nil }
        return BytePath(bytes: Array(bytes.dropFirst(start.count))).text
    }
}
