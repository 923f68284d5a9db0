internal import Glibc
internal import Report
internal import Storage

/// The settings files, `.pushmedia.json`, in the folder of a file and above it.
///
/// Up to the working folder where that holds the file, else to the folder that was named.
struct SettingsFiles {
    private let knownRules: Set<String>
    private let workingFolder: BytePath
    /// What was named, with links resolved.
    private let roots: [BytePath]
    private var suppressions: [BytePath: Suppressions?] = [:]

    init(_ arguments: [BytePath], knownRules: Set<String>) {
        self.knownRules = knownRules
        workingFolder = (try? BytePath(".").resolved()) ?? "/"
        roots = arguments.compactMap { try? $0.resolved() }
    }

    /// Reads the settings that hold for a file.
    ///
    /// Throws `UsageError` for settings that are none: what they were meant to suppress nobody knows.
    mutating func read(above file: BytePath) throws(UsageError) {
        for folder in folders(above: file) where suppressions[folder] == nil {
            suppressions[folder] = .some(
                try Self.read(folder.appending(BytePath(Suppressions.fileName)), knownRules))
        }
    }

    /// What was read for a file, the nearest settings first.
    func layers(above file: BytePath) -> [Layer] {
        folders(above: file).compactMap { folder in
            guard let found = suppressions[folder] ?? nil else { return nil }
            return Layer(path: file.below(folder) ?? file.text, suppressions: found)
        }
    }

    /// From the file's own to the last whose settings hold.
    private func folders(above file: BytePath) -> [BytePath] {
        let last = lastFolder(above: file)
        var folders = [file.parent]
        while let folder = folders.last, folder != last, folder != "/", !folder.isEmpty {
            folders.append(folder.parent)
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
        if file.below(workingFolder) != nil { return workingFolder }
        return roots.first { file.below($0) != nil } ?? file.parent
    }

    private static func read(
        _ path: BytePath, _ knownRules: Set<String>
    ) throws(UsageError) -> Suppressions? {
        let bytes: [UInt8]
        do {
            bytes = try OpenFile(reading: path).bytes(count: Suppressions.maxBytes + 1)
        } catch {
            if error.isAbsence { return nil }
            throw UsageError("\(Console.quoted(path.text)): \(error.cause)")
        }
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
    /// The path from a folder that it lies in; nil where it lies elsewhere.
    func below(_ folder: BytePath) -> String? {
        let start = folder == "/" ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
        guard bytes.starts(with: start), bytes.count > start.count else { return nil }
        return BytePath(bytes: Array(bytes.dropFirst(start.count))).text
    }
}
