import Foundation
import S3
import Storage
import TestSupport
import Testing

/// A stream and a bucket of the test's own, and the real program with both in its environment.
struct Deployment: Sendable {
    let nats: NATSServers
    let s3: S3Server
    let bucket: String
    let stream: String
    let client: S3Client

    /// - Parameters: the servers that all tests share, unless there are others.
    init(nats: NATSServers? = nil, s3: S3Server? = nil) async throws {
        if let nats { self.nats = nats } else { self.nats = try await .shared() }
        if let s3 { self.s3 = s3 } else { self.s3 = try await .shared() }
        let number = UInt64.random(in: 0 ... .max)
        bucket = "cluster-\(number)"
        stream = "S\(number)"
        try self.s3.makeBucket(bucket)
        let variables = self.s3.environment
        client = S3Client(
            try S3Settings { variables[$0] }, patience: S3Patience(total: .seconds(60)),
            connections: 4)
    }

    var environment: [String: String] {
        s3.environment.merging(["NATS_URL": nats.url]) { $1 }
    }

    func address(_ key: String) -> String { "s3://\(bucket)/\(key)" }

    // MARK: The program

    func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Shell.Output {
        try await start(arguments, environment).output()
    }

    func start(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> RunningProcess {
        try PushMedia.start(
            arguments + ["--stream", stream],
            environment: self.environment.merging(environment) { $1 })
    }

    /// Starts a worker that tells what happens in lines of JSON.
    func startWorker(_ arguments: String...) throws -> RunningProcess {
        try start(["work", "--jobs", "1", "--log", "json"] + arguments)
    }

    /// Submits everything below `in/` as the batch `b`.
    @discardableResult
    func submit(_ arguments: String...) async throws -> Shell.Output {
        let output = try await start(
            ["submit", address("in"), "--out", address("out"), "--batch", "b"] + arguments
        ).output()
        try #require(output.status == 0, "\(output.stderr)")
        return output
    }

    /// Works until there is nothing to do; then waits for the batch `b`, and returns its manifest.
    func finish(_ arguments: String...) async throws -> Manifest {
        let worker = try await start(["work", "-q", "--idle", "1"] + arguments).output()
        try #require(worker.status == 0 && worker.stderr.isEmpty, "\(worker.stderr)")
        _ = try await run("status", "b", "--wait", "-q")
        return try await manifest()
    }

    func manifest() async throws -> Manifest {
        let bytes = try await contents("out/manifest.json")
        return try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    }

    // MARK: What lies in the stores

    func put(_ bytes: [UInt8], as key: String) async throws {
        let file = try ScratchFile(bytes)
        defer { withExtendedLifetime(file) {} }
        try await client.put(
            bucket, key, from: file.descriptor, count: Int64(bytes.count),
            sha256: SHA256Digest.of(bytes), contentType: "image/png", metadata: [:])
    }

    func put(file path: String, as key: String) async throws {
        // Not `Data(contentsOf:)`, which leaks its buffer for an empty file.
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try await put(Array(file.readToEnd() ?? Data()), as: key)
    }

    func delete(_ key: String) async throws {
        try await client.delete(bucket, key)
    }

    func contents(_ key: String) async throws -> [UInt8] {
        let file = try ScratchFile()
        _ = try await client.get(
            bucket, key, ifMatch: nil, into: file.descriptor, limit: 1 << 30)
        return try file.contents()
    }

    /// The keys below a folder, without it.
    func keys(below folder: String) async throws -> [String] {
        var keys: [String] = []
        try await client.list(S3Address(bucket: bucket, key: folder)) { page in
            keys += page.map { String($0.key.dropFirst(folder.count)) }
        }
        return keys
    }

    /// How many messages wait in the queue, held ones included.
    func queued() throws -> Int? {
        try nats.client().jetStream("STREAM.INFO.\(stream)_JOBS", at: "state.messages")
    }

    /// How many jobs are kept that nobody could finish.
    func deadLetters() throws -> Int {
        let filter = "{\"subjects_filter\":\"\(stream.lowercased()).dead.>\"}"
        let subjects: [String: Any]? = try nats.client().jetStream(
            "STREAM.INFO.\(stream)_RESULTS", filter, at: "state.subjects")
        return subjects?.count ?? 0
    }
}

extension RunningProcess {
    /// How many lines of its log tell of such an event until now.
    func count(of event: String) throws -> Int {
        try standardErrorSoFar().components(separatedBy: "\"event\":\"\(event)\"").count - 1
    }

    /// Waits until its log tells of an event.
    func until(_ event: String) async {
        await PushMedia.until { (try? count(of: event)) ?? 0 > 0 }
    }
}

/// Expects one clear line on standard error that has a word in it, and that the program was unable to run.
func expectUnable(
    _ output: Shell.Output, _ word: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(output.status == 3, sourceLocation: sourceLocation)
    #expect(output.stdout.isEmpty, sourceLocation: sourceLocation)
    let lines = output.stderr.split(separator: "\n")
    #expect(
        lines.count == 1 && output.stderr.hasPrefix("pushmedia: ")
            && output.stderr.contains(word), "\(output.stderr)", sourceLocation: sourceLocation)
}
