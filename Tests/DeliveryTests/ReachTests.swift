import AttachmentRules
import Delivery
import TestSupport
import Testing

/// Servers that are not to be asked, or that nobody can ask.
@Suite(.temporaryDirectory, .timeLimit(.minutes(2))) struct ReachTests {
    @Test(arguments: ["localhost", "127.0.0.1", "2130706433", "0x7f.1", "127.1", "0.0.0.0"])
    func addressThatIsNotPublicIsNotAsked(_ host: String) async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(
            server.url("photo.jpg", host: host), trusting: server
        ) {
            $0.allowsSpecialAddresses = false
        }.facts
        guard case .specialAddress = facts.fault else {
            Issue.record("it ended otherwise: \(String(describing: facts.fault))")
            return
        }
        #expect(facts.findings == ["url-private-address"] && !facts.isAsked)
        #expect(try !server.requests().contains("GET"))
    }

    @Test func httpIsRefusedUnlessItIsAllowed() async throws {
        let server = try await WebServer(nil)
        let refused = try await Fetch.from(server.url("photo.jpg")).facts
        #expect(refused.fault == .scheme("http") && refused.hops.isEmpty)
        #expect(refused.findings == ["url-scheme"])
        let allowed = try await Fetch.from(server.url("photo.jpg")) { $0.allowsHTTP = true }.facts
        #expect(allowed.isWhole)
    }

    @Test func passwordIsNeitherSentNorTold() async throws {
        let facts = try await Fetch.from("https://id:secret@localhost/photo.jpg").facts
        #expect(facts.fault == .credentials && facts.hops.isEmpty)
        #expect(facts.url == "https://localhost/photo.jpg")
        #expect(facts.findings == ["url-credentials"])
    }

    @Test(arguments: ["https://", "https://host/ä", "https://host/a b"])
    func whatIsNoAddressIsAFinding(_ url: String) async throws {
        let facts = try await Fetch.from(url).facts
        #expect(facts.fault == .malformed && facts.findings == ["url-malformed"])
    }

    @Test func certificateThatNobodyVouchesForIsAFinding() async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(server.url("photo.jpg")).facts
        #expect(facts.isUntrusted && facts.findings == ["url-untrusted"])
    }

    @Test func certificateOfAnotherHostIsAFinding() async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(
            server.url("photo.jpg", host: "127.0.0.3"), trusting: server
        ).facts
        #expect(facts.isUntrusted)
    }

    @Test func certificateThatHasEndedIsAFinding() async throws {
        let server = try await WebServer(.expired)
        let facts = try await Fetch.from(server.url("photo.jpg"), trusting: server).facts
        #expect(facts.isUntrusted)
    }

    @Test func nameThatIsNotThereIsAFinding() async throws {
        let facts = try await Fetch.from("https://no-such-host.invalid/photo.jpg").facts
        #expect(facts.findings == ["url-unreachable"])
    }

    @Test func portThatNobodyListensOnIsAFinding() async throws {
        let port = try FreePort.some(1)[0]
        let facts = try await Fetch.from("https://127.0.0.1:\(port)/photo.jpg").facts
        #expect(facts.findings == ["url-unreachable"])
    }

    @Test func serverThatSpeaksNoTLSIsAFinding() async throws {
        let server = try ScriptedServer([.reply("200 OK")])
        let url = "https://127.0.0.1:\(server.port)/photo.jpg"
        // It waits for the end of a request's head, which never comes.
        let facts = try await Fetch.from(url) { $0.maxSeconds = 1 }.facts
        #expect(facts.findings == ["url-unreachable"])
    }

    @Test(arguments: [
        ("", "url-unreachable"), ("HTTP/1.1 200 OK\r\nContent-Le", "url-unreachable"),
        ("nonsense", "url-answer"), ("HTTP/1.1 2000 OK\r\n\r\n", "url-answer"),
        ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "url-content-length"),
        ("HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello", "url-content-length"),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\ncontent-length: 5\r\n\r\nhello",
            "url-content-length"
        ),
    ])
    func answerThatIsNoneIsAFinding(_ answer: String, _ rule: String) async throws {
        let server = try ScriptedServer([.bytes(answer)])
        let facts = try await Fetch.from(server.url) { $0.allowsHTTP = true }.facts
        #expect(facts.findings == [rule] && facts.isAsked)
        // It was reached.
        let message = DeliveryCheck.findings(for: facts, type: nil).first?.message
        #expect(message?.contains("cannot be reached") == false)
    }

    @Test func headThatNeverEndsIsAFinding() async throws {
        let lines = String(repeating: "X: y\r\n", count: 20_000)
        let server = try ScriptedServer([.bytes("HTTP/1.1 200 OK\r\n\(lines)\r\n")])
        let facts = try await Fetch.from(server.url) { $0.allowsHTTP = true }.facts
        #expect(facts.findings == ["url-answer"])
    }

    @Test func lengthThatIsToldTwiceIsOne() async throws {
        let server = try ScriptedServer([
            .bytes(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n"
                    + "Connection: close\r\n\r\nhello")
        ])
        let facts = try await Fetch.from(server.url) { $0.allowsHTTP = true }.facts
        #expect(facts.isWhole && facts.contentLength == 5)
    }

    @Test func cancelledFetchEnds() async throws {
        let server = try ScriptedServer([.silence])
        let task = Task {
            try await Fetch.from(server.url) {
                $0.allowsHTTP = true
                $0.maxSeconds = 30
            }
        }
        try await server.isSilent.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

extension DeliveryFacts {
    fileprivate var isUntrusted: Bool {
        if case .untrusted = fault { true } else { false }
    }
}
