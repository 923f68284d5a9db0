import Metrics
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MetricsServerTests {
    private let registry = MetricRegistry()

    private func server(
        _ address: ListenAddress = ListenAddress(port: 0),
        health: @escaping @Sendable () -> Health = { .well }
    ) throws -> MetricsServer {
        try MetricsServer(address, registry: registry, health: health)
    }

    /// What curl prints of an answer: headers, body.
    private func curl(
        _ arguments: String..., from server: MetricsServer, _ path: String
    ) async throws -> (head: [String], body: String) {
        let output = try await Shell.require(
            ["curl", "--silent", "--show-error", "--include", "--noproxy", "*"] + arguments
                + ["http://127.0.0.1:\(server.port)\(path)"])
        let text = output.stdout.replacing("\r\n", with: "\n")
        let end = try #require(text.firstRange(of: "\n\n"))
        return (
            text[..<end.lowerBound].split(separator: "\n").map(String.init),
            String(text[end.upperBound...])
        )
    }

    @Test func metricsAreServedAsTheyAreNow() async throws {
        let jobs = registry.counter("jobs_total", help: "Jobs.")
        let server = try server()
        jobs.add(3)
        let (head, body) = try await curl(from: server, "/metrics")
        #expect(head.first == "HTTP/1.1 200 OK")
        #expect(head.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))
        #expect(body == registry.text && body.contains("\njobs_total 3\n"))
    }

    @Test func headHasTheLengthAndNoBody() async throws {
        let (head, body) = try await curl("--head", from: try server(), "/healthz")
        #expect(head.first == "HTTP/1.1 200 OK" && head.contains("Content-Length: 3"))
        #expect(body.isEmpty)
    }

    @Test func healthIsAskedEachTime() async throws {
        let shared = Shared(health: .well)
        let server = try server { shared.health }
        #expect(try await curl(from: server, "/healthz").body == "ok\n")
        shared.health = .unwell("no connection to NATS")
        let (head, body) = try await curl(from: server, "/healthz")
        #expect(head.first == "HTTP/1.1 503 Service Unavailable")
        #expect(body == "no connection to NATS\n")
    }

    @Test func otherPathsAndMethodsAreRefused() async throws {
        let server = try server()
        #expect(try await curl(from: server, "/").head.first == "HTTP/1.1 404 Not Found")
        let (head, _) = try await curl("--data", "a=b", from: server, "/metrics")
        #expect(head.first == "HTTP/1.1 405 Method Not Allowed")
        #expect(head.contains("Allow: GET, HEAD"))
    }

    @Test func portThatIsTakenIsAnError() throws {
        let first = try server()
        let address = ListenAddress(port: UInt16(first.port))
        let error = #expect(throws: MetricsError.self) { try server(address) }
        #expect(error?.address == "127.0.0.1:\(first.port)")
        #expect(error?.cause == "Address already in use")
    }

    @Test func stoppedServerFreesItsPort() async throws {
        let first = try server()
        first.stop()
        let second = try server(ListenAddress(port: UInt16(first.port)))
        #expect(try await curl(from: second, "/healthz").body == "ok\n")
    }

    @Test(
        arguments: zip(
            ["127.0.0.1:80", "9090", ":9090", "[::1]:1", "0.0.0.0:0"],
            ["127.0.0.1:80", "127.0.0.1:9090", "127.0.0.1:9090", "[::1]:1", "0.0.0.0:0"]))
    func addressIsNumeric(text: String, address: String) {
        #expect(ListenAddress(text)?.description == address)
    }

    @Test(arguments: ["", "localhost:80", "1.2.3.4:", "1.2.3.4:65536", "::1:80", "1.2.3:80:80"])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}

private final class Shared: Sendable {
    private let value: Mutex<Health>

    init(health: Health) { value = Mutex(health) }

    var health: Health {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
