import S3
import Storage
import TestSupport

/// A new bucket of the shared server, and a client for it.
struct Bucket {
    let name: String
    let client: S3Client

    /// - Parameter environment: what differs from the server's own.
    init(made: Bool = true, environment: [String: String] = [:]) async throws {
        let server = try await S3Server.shared()
        name = "tests-\(UInt64.random(in: 0 ... .max))"
        if made { try server.makeBucket(name) }
        let variables = server.environment.merging(environment) { $1 }
        client = S3Client(
            try S3Settings { variables[$0] }, patience: S3Patience(total: .seconds(20)),
            connections: 2)
    }

    func error(_ operation: String, _ key: String, _ kind: S3Error.Kind) -> S3Error {
        S3Error(
            operation: operation, subject: S3Address(bucket: name, key: key).text, kind: kind)
    }

    func put(
        _ key: String, _ contents: [UInt8], metadata: [String: String] = [:]
    ) async throws {
        let file = try ScratchFile(contents)
        defer { withExtendedLifetime(file) {} }
        try await client.put(
            name, key, from: file.descriptor, count: Int64(contents.count),
            sha256: SHA256Digest.of(contents), contentType: "image/png", metadata: metadata)
    }

    @discardableResult
    func contents(
        _ key: String, ifMatch: String? = nil, limit: Int64 = 1 << 30
    ) async throws -> [UInt8] {
        let file = try ScratchFile(Array("what was there before".utf8))
        _ = try await client.get(
            name, key, ifMatch: ifMatch, into: file.descriptor, limit: limit)
        return try file.contents()
    }

    @discardableResult
    func list(_ prefix: String = "") async throws -> [S3Object] {
        var objects: [S3Object] = []
        try await client.list(S3Address(bucket: name, key: prefix)) { objects += $0 }
        return objects
    }
}
