import AttachmentRules
import Delivery
import TestSupport
import Testing

/// What servers answer, and what becomes of it.
@Suite(.temporaryDirectory, .timeLimit(.minutes(2))) struct DeliveryTests {
    @Test func fileComesWithWhatTheServerSays() async throws {
        let server = try await WebServer()
        let url = server.url("a/photo.jpg", "type=image/jpeg&disposition=inline")
        let result = try await Fetch.from(url, trusting: server)
        #expect(result.facts.isWhole)
        #expect(result.contents == Array("hello".utf8))
        #expect(result.facts.bytes == 5 && result.facts.contentLength == 5)
        #expect(result.facts.contentType == "image/jpeg")
        #expect(result.facts.contentDisposition == "inline")
        #expect(result.facts.hops.map(\.name) == ["photo.jpg"])
        #expect(result.facts.seconds > 0)
    }

    @Test func requestCarriesNothingOfTheUser() async throws {
        let server = try await WebServer()
        _ = try await Fetch.from(server.url("photo.jpg"), trusting: server)
        let requests = try server.requests().lowercased()
        #expect(requests.contains("get /photo.jpg http/"))
        for header in ["cookie", "authorization", "accept-encoding", "referer"] {
            #expect(!requests.contains("\r\n\(header):"))
        }
    }

    @Test(arguments: [204, 304, 404, 500])
    func statusIsTold(_ status: Int) async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(
            server.url("photo.jpg", "status=\(status)"), trusting: server
        ).facts
        #expect(facts.status == status && facts.fault == nil && !facts.isWhole)
        #expect(facts.findings.contains("url-status"))
    }

    @Test func bodyThatIsShorterThanAnnouncedIsNoticed() async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(
            server.url("photo.jpg", "length=1000"), trusting: server
        ).facts
        #expect(facts.bytes == 5 && facts.contentLength == 1000)
        #expect(facts.findings == ["url-content-length"])
    }

    @Test func bodyInPiecesThatIsCutShortIsNoticed() async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(
            server.url("photo.jpg", "mode=chunked&cut=3"), trusting: server
        ).facts
        #expect(facts.findings == ["url-unreachable"])
    }

    @Test(arguments: ["mode=chunked", "length=none"])
    func lengthThatIsNotAnnouncedIsAWarning(_ query: String) async throws {
        let server = try await WebServer()
        let result = try await Fetch.from(
            server.url("photo.jpg", query), trusting: server)
        #expect(result.facts.isWhole && result.facts.contentLength == nil)
        #expect(result.contents == Array("hello".utf8))
        #expect(result.facts.findings == ["url-content-length"])
    }

    @Test func slowServerEndsWithTheTime() async throws {
        let server = try await WebServer()
        try PushMedia.write(String(repeating: "x", count: 10_000), as: "slow")
        let facts = try await Fetch.from(server.url("slow", "mode=drip"), trusting: server) {
            $0.maxSeconds = 1
        }.facts
        #expect(facts.fault == .timeout(seconds: 1))
        #expect((1..<10_000).contains(facts.bytes))
        #expect(facts.seconds < 30)
        #expect(facts.findings == ["url-unreachable"])
    }

    @Test func silentServerEndsWithTheTime() async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(server.url("x", "mode=silent"), trusting: server) {
            $0.maxSeconds = 0.5
        }.facts
        #expect(facts.fault == .timeout(seconds: 0.5))
    }

    @Test func redirectsShareOneTime() async throws {
        let server = try await WebServer()
        let url = server.url("a", "mode=loop&status=302&pause=0.5")
        let facts = try await Fetch.from(url, trusting: server) { $0.maxSeconds = 1.5 }.facts
        #expect(facts.fault == .timeout(seconds: 1.5))
    }

    @Test func whatFollowsTheBodyChangesNothing() async throws {
        let server = try await WebServer()
        let trailer = "Content-Type: text/html\r\n".addressEncoded
        let facts = try await Fetch.from(
            server.url("photo.jpg", "mode=chunked&type=image/jpeg&trailer=\(trailer)"),
            trusting: server
        ).facts
        #expect(facts.isWhole && facts.contentType == "image/jpeg")
    }

    @Test func endlessBodyEndsWithTheLimit() async throws {
        let server = try await WebServer()
        let result = try await Fetch.from(
            server.url("x", "mode=endless"), trusting: server, limit: 100_000)
        guard case .tooLarge(let bytes, limit: 100_000) = result.facts.fault else {
            Issue.record("it ended otherwise: \(String(describing: result.facts.fault))")
            return
        }
        #expect(bytes > 100_000)
        #expect(result.facts.bytes <= 100_000)
        #expect(result.facts.findings.contains("bytes"))
    }

    @Test func hugeAnnouncementEndsBeforeTheBody() async throws {
        let server = try await WebServer()
        let facts = try await Fetch.from(
            server.url("x", "length=1000000000000"), trusting: server
        ).facts
        #expect(facts.fault == .tooLarge(1_000_000_000_000, limit: 50_000_000))
        #expect(facts.bytes == 0)
    }

    @Test func encodingThatNobodyAskedForIsNotUndone() async throws {
        let server = try await WebServer()
        try PushMedia.write(String(repeating: "x", count: 1_000_000), as: "bomb")
        let result = try await Fetch.from(server.url("bomb", "mode=gzip"), trusting: server)
        #expect(result.facts.contentEncoding == "gzip" && !result.facts.isWhole)
        #expect(result.contents.starts(with: [0x1f, 0x8b]))
        #expect(result.facts.bytes < 10_000)
        #expect(result.facts.findings == ["url-encoding"])
    }
}

extension DeliveryFacts {
    /// The rules that it breaks, where nobody knows the bytes.
    var findings: [String] { DeliveryCheck.findings(for: self, type: nil).map(\.rule) }
}

extension String {
    /// As the value of a query.
    var addressEncoded: String {
        flatMapBytes {
            let isPlain = "abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains($0)
            return isPlain
                ? [$0]
                : Array("%".utf8) + Array((($0 < 16 ? "0" : "") + String($0, radix: 16)).utf8)
        }
    }

    private func flatMapBytes(_ transform: (UInt8) -> [UInt8]) -> String {
        String(decoding: utf8.flatMap(transform), as: UTF8.self)
    }
}
