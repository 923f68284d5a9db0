internal import Cluster
internal import Preparation
internal import S3
internal import Storage
internal import Synchronization

/// Finds what the arguments of a command name: files and folders, or addresses in a store.
enum SourceArguments {
    /// Throws `UsageError` where they name no batch, and what keeps the store from being asked.
    static func discover(
        _ paths: [BytePath], output: BytePath? = nil, followsLinks: Bool, _ access: StoreAccess?
    ) async throws -> Discovery {
        let addresses = paths.compactMap { S3Address($0.text) }
        guard !addresses.isEmpty, let access else {
            return try local(paths, output, followsLinks)
        }
        guard addresses.count == paths.count else {
            throw UsageError("name either files and folders, or s3:// addresses, not both at once")
        }
        return try await remote(addresses, output.flatMap { S3Address($0.text) }, access)
    }

    /// The one file that an argument names.
    ///
    /// Throws `UsageError` where there is none.
    static func source(_ file: BytePath, _ access: StoreAccess?) async throws -> Source {
        guard let source = try await existing(file, access) else {
            throw Messages.usageError(for: .missing(file))
        }
        return source
    }

    /// The file or object of a name; nil where there is none.
    static func existing(_ file: BytePath, _ access: StoreAccess?) async throws -> Source? {
        if let access, let address = S3Address(file.text) {
            guard let found = try await S3Discovery(access.client).source(at: address) else {
                return nil
            }
            return Source(name: file, place: found.place)
        }
        guard let place = try? file.resolved(), let status = try? FileStatus.of(place) else {
            return nil
        }
        return Source(name: file, place: .file(place, status))
    }

    private static func local(
        _ paths: [BytePath], _ output: BytePath?, _ followsLinks: Bool
    ) throws -> Discovery {
        // An address in a store is no folder here that sources could lie in.
        let output = output.flatMap { S3Address.isAddress($0.text) ? nil : $0 }
        do throws(Discovery.Fault) {
            return try Discovery.of(paths, output: output, followsLinks: followsLinks)
        } catch {
            throw Messages.usageError(for: error)
        }
    }

    private static func remote(
        _ addresses: [S3Address], _ output: S3Address?, _ access: StoreAccess
    ) async throws -> Discovery {
        let sources = Mutex<[Source]>([])
        do {
            let rest = try await S3Discovery(access.client).each(of: addresses, output: output) {
                source in
                sources.withLock { $0.append(source) }
            }
            let found = sources.withLock { $0 }.sorted { $0.name < $1.name }
            guard !found.isEmpty else {
                throw Messages.usageError(for: .noSources(rest.skipped))
            }
            var discovery = Discovery(
                sources: found, skipped: rest.skipped, ignored: rest.ignored)
            discovery.outputFolders = rest.outputFolders
            return discovery
        } catch let fault as S3Discovery.Fault {
            throw Messages.usageError(for: fault)
        }
    }
}

extension StoreAccess {
    /// Nil where nothing lies in a store.
    ///
    /// Throws `UsageError` for what is meant to be an address and is none, `S3Error` where the environment does
    /// not say how stores are reached.
    static func needed(by paths: [BytePath], connections: Int) throws -> StoreAccess? {
        let meant = paths.filter { S3Address.isAddress($0.text) }
        for path in meant where S3Address(path.text) == nil {
            throw UsageError(
                "\(Console.quoted(path.text)) is no address; write s3://BUCKET/PREFIX")
        }
        return meant.isEmpty ? nil : try StoreAccess(connections: connections)
    }
}
