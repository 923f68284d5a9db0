internal import Cluster
internal import Preparation
internal import S3
internal import Storage

/// How `s3://` addresses are reached, as the environment says.
struct StoreAccess: Sendable {
    let client: S3Client
    /// Tells soon whether the store is there at all.
    let probe: S3Client
    /// Where files lie that are on their way; they have no names there.
    let scratch = Self.scratch

    /// - Parameters:
    ///   - connections: at most so many at a time.
    ///   - outage: how long the store may fail to answer.
    init(connections: Int, outage: Duration = .seconds(60)) throws {
        var patience = S3Patience()
        patience.total = outage
        let settings = try S3Settings(environment: Environment.value)
        client = S3Client(settings, patience: patience, connections: connections)
        patience.silence = Self.probing
        patience.total = Self.probing
        probe = S3Client(settings, patience: patience, connections: 1)
    }

    static var scratch: BytePath { BytePath(Environment.value("TMPDIR") ?? "/tmp") }

    private static let probing = Duration.seconds(10)

    var opener: SourceOpener {
        SourceOpener(remote: S3Objects(client), scratch: scratch)
    }

    func store(_ address: S3Address) -> S3Store {
        S3Store(address, client: client, scratch: scratch)
    }
}

extension TypedOptions {
    /// Arguments that must all be addresses in a store.
    func addresses(_ paths: [BytePath]) throws(UsageError) -> [S3Address] {
        var addresses: [S3Address] = []
        for path in paths { addresses.append(try Self.address(path, of: "a source")) }
        return addresses
    }

    static func address(_ path: BytePath, of what: String) throws(UsageError) -> S3Address {
        guard let address = S3Address(path.text) else {
            throw UsageError(
                "\(what) must be s3://BUCKET/PREFIX, not \(Console.quoted(path.text)): "
                    + "workers on other machines cannot see this one's files")
        }
        return address
    }
}
