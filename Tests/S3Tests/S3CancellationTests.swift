import S3
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct S3CancellationTests {
    /// A client that waits longer than a test may take.
    private func client(_ server: ScriptedServer) throws -> S3Client {
        let patience = S3Patience(silence: .seconds(3600), total: .seconds(3600))
        return S3Client(
            try StrangeServer.settings(server.url), patience: patience, connections: 1)
    }

    @Test func runningAndWaitingRequestsEnd() async throws {
        let server = try ScriptedServer([.silence])
        let client = try client(server)
        let running = Task { await failure { try await client.head("bucket", "running") } }
        try await server.isSilent.wait()
        let waiting = Task { await failure { try await client.head("bucket", "waiting") } }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        running.cancel()
        #expect(await running.value == .cancelled)
        #expect(server.requests.count == 1)
    }

    @Test func pauseBetweenAttemptsEnds() async throws {
        let server = try ScriptedServer([
            .error("503 Busy", "SlowDown", headers: ["Retry-After: 60"]),
            .reply("200 OK"),
        ])
        let client = try client(server)
        let task = Task { await failure { try await client.head("bucket", "key") } }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(client.retries == 0)
    }

    @Test func connectionIsOfUseAfterACancelledRequest() async throws {
        let server = try ScriptedServer([.silence, .reply("200 OK")])
        let client = try client(server)
        let task = Task { await failure { try await client.head("bucket", "key") } }
        try await server.isSilent.wait()
        task.cancel()
        _ = await task.value
        #expect(try await client.head("bucket", "key")?.bytes == 0)
    }
}
