import AttachmentRules
import Delivery
import HTTP
import TestSupport
import Testing

@Suite(.temporaryDirectory, .timeLimit(.minutes(2))) struct RedirectTests {
    private func redirect(_ server: WebServer, to location: String) -> String {
        server.url("a", "status=302&location=\(location.addressEncoded)")
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectIsFollowed(_ status: Int) async throws {
        let server = try await WebServer()
        let result = try await Fetch.from(
            server.url("a", "status=\(status)&location=" + "/b.jpg".addressEncoded),
            trusting: server)
        #expect(result.facts.isWhole && result.contents == Array("hello".utf8))
        #expect(result.facts.hops.map(\.status) == [status, 200])
        #expect(result.facts.hops.map(\.name) == ["a", "b.jpg"])
        #expect(result.facts.findings == ["url-redirects"])
    }

    @Test func loopEndsWithTheLimit() async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(
            server.url("a", "mode=loop&status=302"), trusting: server
        ).facts
        #expect(facts.fault == .tooManyRedirects(limit: 10))
        #expect(facts.hops.count == 11)
        #expect(facts.findings == ["url-redirect-limit"])
    }

    @Test func redirectToHTTPIsRefused() async throws {
        let (server, plain) = (try await WebServer(), try await WebServer(nil))
        let url = redirect(server, to: plain.url("photo.jpg"))
        let refused = try await Fetch.from(url, trusting: server).facts
        #expect(refused.fault == .redirectScheme("http"))
        #expect(try !plain.requests().contains("GET"))
        let allowed = try await Fetch.from(url, trusting: server) { $0.allowsHTTP = true }.facts
        #expect(allowed.isWhole)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://localhost/", "gopher://localhost/"])
    func redirectToAnotherSchemeIsRefused(_ location: String) async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(redirect(server, to: location), trusting: server) {
            $0.allowsHTTP = true
        }.facts
        #expect(facts.findings == ["url-redirect-target"])
        #expect(facts.fault == .redirectScheme(String(location.prefix { $0 != ":" })))
        #expect(facts.hops.count == 1)
    }

    @Test func redirectToWhatIsNoAddressIsRefused() async throws {
        let server = try await WebServer()
        let url = redirect(server, to: "https:///host/a.jpg")
        let facts = try await Fetch.from(url, trusting: server).facts
        #expect(facts.fault == .redirectMalformed)
        #expect(facts.findings == ["url-redirect-target"])
    }

    @Test func redirectToAnAddressThatIsNotPublicIsRefused() async throws {
        let server = try await WebServer()
        let url = server.url(
            "a",
            "status=302&location="
                + server.url("secret", host: "127.0.0.2").addressEncoded, host: "127.0.0.1")
        let allowed = try #require(HostAddress([127, 0, 0, 1]))
        let facts = try await Fetch.from(url, trusting: server, at: [allowed]).facts
        #expect(facts.findings == ["url-private-address"])
        #expect(facts.hops.map(\.status) == [302, 0])
        #expect(try !server.requests().contains("GET /secret"))
    }

    @Test func passwordInARedirectIsNotSent() async throws {
        let server = try await WebServer()
        let location = "https://id:secret@localhost:\(server.port)/b"
        let facts = try await Fetch.from(redirect(server, to: location), trusting: server).facts
        #expect(facts.fault == .redirectCredentials)
        #expect(facts.findings == ["url-redirect-target"])
    }

    @Test func whatIsMissingBehindARedirectIsNamed() async throws {
        let server = try await WebServer()
        let location = server.url("b.jpg", "status=404")
        let facts = try await Fetch.from(redirect(server, to: location), trusting: server).facts
        let findings = DeliveryCheck.findings(for: facts, type: nil)
        // That address is no better for a payload.
        #expect(findings.map(\.rule) == ["url-status"])
        #expect(
            findings.first?.message
                == "the server answers 404, not 200 (redirected to \(server.url("b.jpg")))")
    }

    @Test func redirectToNowhereIsAStatus() async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(server.url("a", "status=302"), trusting: server).facts
        #expect(facts.findings == ["url-status"])
    }
}
