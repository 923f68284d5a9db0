package import Preparation
package import S3
package import Storage

/// Finds the sources in buckets.
package struct S3Discovery: Sendable {
    /// What lists of objects leave behind besides the sources.
    package struct Rest: Sendable {
        /// Junk and hidden files.
        package var ignored = 0
        /// Objects whose keys name no file, the first of them.
        package var skipped: [Skipped] = []
        /// Folders that the program has published into, by the names that sources in them have.
        package var outputFolders: Set<BytePath> = []
    }

    package enum Fault: Error, Equatable {
        /// There is neither an object nor anything below the address.
        case missing(S3Address)
        /// Outputs would be found as sources by the next run.
        case outputInside(S3Address)
        /// An output could take a source's place.
        case sourceInside(S3Address)
    }

    private static let mostSkipped = 200

    private let client: S3Client

    package init(_ client: S3Client) {
        self.client = client
    }

    /// Calls the body with every source, in the order in which the store lists them.
    ///
    /// An address is an object, or the prefix of all that lies below it. Throws `Fault`, `S3Error`, and what the
    /// body throws.
    package func each(
        of addresses: [S3Address], output: S3Address?,
        _ body: @Sendable (Source) async throws -> Void
    ) async throws -> Rest {
        var rest = Rest()
        var taken: Set<String> = []
        var distinct: [S3Address] = []
        for address in addresses where !distinct.contains(address) { distinct.append(address) }
        for address in distinct {
            if let output { try Self.keepApart(address, output) }
            var name = BytePath(address.key).lastComponent.text
            if name.isEmpty { name = address.bucket }
            name = Self.unique(name, &taken)
            let isAlone = distinct.count == 1
            if let object = try await object(at: address) {
                try await body(Self.source(object, address.bucket, name))
            } else {
                try await below(address, isAlone ? "" : name + "/", &rest, body)
            }
        }
        return rest
    }

    /// The object at an address; nil where there is none, whatever lies below it.
    package func source(at address: S3Address) async throws -> Source? {
        try await object(at: address).map {
            Self.source($0, address.bucket, BytePath(address.key).lastComponent.text)
        }
    }

    /// The object at an address; nil for a prefix.
    private func object(at address: S3Address) async throws -> S3Object? {
        guard !address.key.isEmpty, !address.key.hasSuffix("/"),
            let status = try await client.head(address.bucket, address.key)
        else { return nil }
        return S3Object(
            key: address.key, bytes: status.bytes, etag: status.etag, modified: "")
    }

    private func below(
        _ address: S3Address, _ folder: String, _ rest: inout Rest,
        _ body: @Sendable (Source) async throws -> Void
    ) async throws {
        var place = address
        place.key = address.folder
        var count = 0
        var lastJunk = ""
        try await client.list(place) { page in
            for object in page {
                count += 1
                switch Self.meaning(of: Substring(object.key.utf8.dropFirst(place.key.utf8.count)))
                {
                case .file(let path):
                    try await body(Self.source(object, place.bucket, folder + path))
                case .folder: break
                case .junk(let name):
                    // A hidden folder counts once; what lies in it is listed in a row.
                    guard name != lastJunk else { continue }
                    rest.ignored += 1
                    lastJunk = name
                    let path = BytePath(folder + name)
                    if path.lastComponent == DirectoryStore.ownFolder {
                        rest.outputFolders.insert(path.parent)
                    }
                case .noName(let text):
                    guard rest.skipped.count < Self.mostSkipped else { continue }
                    rest.skipped.append(Skipped(key: BytePath(folder + text)))
                }
            }
        }
        guard count > 0 else { throw Fault.missing(address) }
    }

    private enum Meaning {
        case file(String)
        /// What consoles make so that an empty folder can be seen.
        case folder
        /// A hidden file, or what lies in a hidden folder: the path of that.
        case junk(String)
        case noName(String)
    }

    private static func meaning(of key: Substring) -> Meaning {
        let key = String(key)
        if key.isEmpty || key.utf8.last == UInt8(ascii: "/") { return .folder }
        guard let parts = parts(of: key) else { return .noName(key) }
        guard let junk = parts.firstIndex(where: Discovery.isJunk) else { return .file(key) }
        return .junk(parts[...junk].map(\.text).joined(separator: "/"))
    }

    /// Whether a text could be a source's name here.
    static func isName(_ text: String) -> Bool {
        parts(of: text).map { !$0.contains(where: Discovery.isJunk) } ?? false
    }

    /// Between slashes; nil where a file cannot be named so.
    ///
    /// By bytes: a slash before an accent is one character with it.
    private static func parts(of key: String) -> [BytePath]? {
        let parts = key.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { BytePath(bytes: Array($0)) }
        let isNone = parts.contains { part in
            part.isEmpty || part == "." || part == ".." || part.bytes.contains(0)
        }
        return isNone ? nil : parts
    }

    private static func source(_ object: S3Object, _ bucket: String, _ name: String) -> Source {
        Source(
            name: BytePath(name),
            place: .object(
                RemoteObject(
                    address: S3Address(bucket: bucket, key: object.key).text, bytes: object.bytes,
                    version: object.etag)))
    }

    private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
        var unique = name
        var number = 2
        while !taken.insert(unique).inserted {
            unique = "\(name)-\(number)"
            number += 1
        }
        return unique
    }

    private static func keepApart(_ source: S3Address, _ output: S3Address) throws {
        guard source.bucket == output.bucket else { return }
        let (from, to) = (source.folder, output.folder)
        if to.hasPrefix(from) { throw Fault.outputInside(source) }
        if from.hasPrefix(to) { throw Fault.sourceInside(source) }
    }
}
