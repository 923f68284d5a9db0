import S3
import Storage
import TestSupport
import Testing

/// A client of a server that answers as it was told.
struct StrangeServer {
    let server: ScriptedServer
    let client: S3Client
    let clock = SkippingClock()

    init(_ answers: ScriptedServer.Answer..., environment: [String: String] = [:]) throws {
        server = try ScriptedServer(answers)
        client = S3Client(
            try Self.settings(server.url, environment), patience: S3Patience(silence: .seconds(1)),
            connections: 1, clock: clock)
    }

    static func settings(
        _ url: String, _ environment: [String: String] = [:]
    ) throws -> S3Settings {
        let variables = [
            "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_ENDPOINT_URL_S3": url,
        ].merging(environment) { $1 }
        return try S3Settings { variables[$0] }
    }

    func get(limit: Int64 = 100) async throws -> String {
        let file = try ScratchFile(Array("what was there before".utf8))
        let status = try await client.get(
            "bucket", "key", ifMatch: nil, into: file.descriptor, limit: limit)
        let contents = try file.contents()
        #expect(status.bytes == Int64(contents.count))
        return String(decoding: contents, as: UTF8.self)
    }

    func put() async throws {
        let file = try ScratchFile([1, 2, 3])
        defer { withExtendedLifetime(file) {} }
        try await client.put(
            "bucket", "key", from: file.descriptor, count: 3, sha256: SHA256Digest.of([1, 2, 3]),
            contentType: "image/png", metadata: [:])
    }

    func list() async throws -> [String] {
        var keys: [String] = []
        try await client.list(S3Address(bucket: "bucket", key: "")) { keys += $0.map(\.key) }
        return keys
    }
}

/// What went wrong in an operation; nil if nothing did.
func failure(_ operation: () async throws -> some Any) async -> S3Error.Kind? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return (error as? S3Error)?.kind
    }
}
