import S3
import TestSupport
import Testing

/// What the client makes of a server that is ill, or hostile.
@Suite(.timeLimit(.minutes(2))) struct S3FailureTests {
    private typealias Answer = ScriptedServer.Answer

    @Test(arguments: [
        ("429 Too Many", "X"), ("500 Error", "InternalError"), ("503 Busy", "SlowDown"),
        ("408 Late", "X"), ("400 Bad", "RequestTimeout"), ("502 Bad Gateway", ""),
    ])
    func outageIsOutlived(status: String, code: String) async throws {
        let strange = try StrangeServer(
            .error(status, code), .error(status, code), .reply("200 OK", body: "whole"))
        #expect(try await strange.get() == "whole")
        #expect(strange.client.retries == 2)
        #expect(strange.clock.sleeps.count == 2)
        let requests = strange.server.requests
        #expect(
            requests.count == 3 && requests.allSatisfy { $0.hasPrefix("GET /bucket/key HTTP/1.1") })
    }

    @Test func endlessOutageIsGivenUp() async throws {
        let strange = try StrangeServer(.error("503 Busy", "SlowDown"))
        #expect(await failure(strange.put) == .busy(status: 503))
        let waited = strange.clock.sleeps.reduce(.zero, +)
        #expect(waited < .seconds(300) && waited > .seconds(100))
        #expect(strange.client.retries == strange.clock.sleeps.count)
    }

    @Test func serverSaysWhenToComeBack() async throws {
        let strange = try StrangeServer(
            .error("503 Busy", "SlowDown", headers: ["Retry-After: 7"]),
            .error("503 Busy", "SlowDown", headers: ["Retry-After: 99999999999"]),
            .error("503 Busy", "SlowDown", headers: ["Retry-After: -5"]),
            .reply("200 OK", body: "whole"))
        #expect(try await strange.get() == "whole")
        #expect(strange.clock.sleeps.prefix(2) == [.seconds(7), .seconds(60)])
    }

    @Test func replyThatIsCutShortIsAskedForAgain() async throws {
        let strange = try StrangeServer(
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nlonger than the whole"),
            .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nchun"), .bytes(""),
            .bytes("HTTP/1.1 200 OK\r\nTransf"), .reply("200 OK", body: "whole"))
        #expect(try await strange.get() == "whole")
        #expect(strange.client.retries == 4)
    }

    @Test func bytesBeyondTheSaidLengthAreIgnored() async throws {
        let strange = try StrangeServer(
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole and more"))
        #expect(try await strange.get() == "whole")
    }

    @Test func bytesBeyondTheLimitAreNotTaken() async throws {
        let announced = try StrangeServer(.reply("200 OK", body: "whole"))
        #expect(await failure { try await announced.get(limit: 4) } == .tooLarge(5))
        let chunked = try StrangeServer(
            .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwhole\r\n0\r\n\r\n"))
        #expect(try await chunked.get(limit: 5) == "whole")
        #expect(await failure { try await chunked.get(limit: 4) } == .tooLarge(5))
    }

    @Test func nobodyThereIsUnreachable() async throws {
        let port = try FreePort.some(1)[0]
        let clock = SkippingClock()
        let client = S3Client(
            try StrangeServer.settings("http://127.0.0.1:\(port)"), connections: 1, clock: clock)
        let kind = await failure { try await client.head("bucket", "key") }
        guard case .unreachable(let cause) = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
        #expect(cause.contains("\(port)"))
        #expect(client.retries > 10)
    }

    @Test func silenceIsNotWaitedFor() async throws {
        let strange = try StrangeServer(.silence, .reply("200 OK", body: "whole"))
        #expect(try await strange.get() == "whole")
        #expect(strange.client.retries == 1)
    }

    @Test(arguments: [
        ("403 No", "AccessDenied", [], S3Error.Kind.denied(code: "AccessDenied")),
        ("403 No", "InvalidObjectState", [], .denied(code: "InvalidObjectState")),
        ("403 No", "Odd <![CDATA[& code]]>", [], .denied(code: "Oddcode")),
        ("403 No", "[31m&lt;Odd&gt;", [], .denied(code: "31mOdd")),
        ("403 No", "ExpiredToken", [], .wrongCredentials(code: "ExpiredToken")),
        ("400 No", "InvalidToken", [], .wrongCredentials(code: "InvalidToken")),
        ("401 No", "Other", [], .wrongCredentials(code: "Other")),
        (
            "301 Moved", "PermanentRedirect", ["x-amz-bucket-region: eu-west-3"],
            .wrongRegion("eu-west-3")
        ),
        (
            "400 No", "AuthorizationHeaderMalformed</Code><Region>eu-west-3</Region><Code>", [],
            .wrongRegion("eu-west-3")
        ),
        ("302 Found", "", ["Location: http://example.com/"], .unexpected(status: 302, code: "302")),
        ("409 No", "OperationAborted", [], .unexpected(status: 409, code: "OperationAborted")),
        ("501 No", "NotImplemented", [], .unexpected(status: 501, code: "NotImplemented")),
    ])
    func refusalIsNotRepeated(
        status: String, code: String, headers: [String], kind: S3Error.Kind
    ) async throws {
        let strange = try StrangeServer(.error(status, code, headers: headers))
        let found = await failure { try await strange.get() }
        #expect(found == kind)
        #expect(strange.server.requests.count == 1)
    }

    @Test func copyMayFailAfterItsStatus() async throws {
        let late = Answer.error("200 OK", "InternalError")
        let strange = try StrangeServer(late, .reply("200 OK", body: "<CopyObjectResult/>"))
        try await strange.client.copy("bucket", from: "a", to: "b")
        #expect(strange.client.retries == 1)
        let denied = try StrangeServer(.error("200 OK", "AccessDenied"))
        #expect(
            await failure { try await denied.client.copy("bucket", from: "a", to: "b") }
                == .unexpected(status: 200, code: "AccessDenied"))
    }

    @Test(arguments: [
        "", "no XML", "<html><body/></html>", "<ListBucketResult><Contents><Key>a",
        "<ListBucketResult><Contents><Size>1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><Contents><Key>a</Key><Size>-1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
        // The second page is the first one again.
        "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>",
        String(repeating: "<a>", count: 1000),
        "<!DOCTYPE a [<!ENTITY x SYSTEM '/etc/passwd'>]><a>&x;</a>",
    ])
    func oddListIsRefused(body: String) async throws {
        let strange = try StrangeServer(.reply("200 OK", body: body))
        #expect(await failure(strange.list) == .unexpected(status: 200, code: "BadList"))
        #expect(strange.server.requests.count <= 2)
    }

    @Test func endlessHeadsAndErrorsAreCutOff() async throws {
        let line = "X-Line: " + String(repeating: "x", count: 1000) + "\r\n"
        let head = try StrangeServer(
            .bytes("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 100)))
        #expect(
            await failure { try await head.get() } == .unexpected(status: 200, code: "HeadTooLong"))
        let body = "<Error><Code>Odd</Code>" + String(repeating: "x", count: 1 << 20)
        let error = try StrangeServer(.reply("409 No", body: body))
        #expect(await failure { try await error.get() } == .unexpected(status: 409, code: "Odd"))
    }

    @Test func endOfTheConnectionIsNoEndOfAnObject() async throws {
        let strange = try StrangeServer(.bytes("HTTP/1.1 200 OK\r\n\r\nwho"))
        #expect(
            await failure { try await strange.get() } == .unexpected(status: 200, code: "NoLength"))
    }

    @Test func tokenIsSignedAndSecretStaysHere() async throws {
        let strange = try StrangeServer(
            .reply("200 OK"), environment: ["AWS_SESSION_TOKEN": "a-token"])
        try await strange.put()
        let request = try #require(strange.server.requests.first)
        #expect(request.contains("x-amz-security-token: a-token\r\n"))
        #expect(request.contains(";x-amz-security-token,"))
        #expect(request.contains("us-east-1/s3/aws4_request"))
        #expect(!request.contains("secret,") && !request.contains("secret\r"))
    }

    @Test func blameIsOnTheObjectOrOnTheRun() {
        func isOfOneObject(_ kind: S3Error.Kind, _ operation: String = "get") -> Bool {
            S3Error(operation: operation, subject: "s3://bucket/key", kind: kind).isOfOneObject
        }
        #expect(isOfOneObject(.notFound) && isOfOneObject(.changed) && isOfOneObject(.tooLarge(1)))
        #expect(isOfOneObject(.denied(code: "InvalidObjectState")))
        #expect(!isOfOneObject(.denied(code: "AccessDenied"), "put"))
        #expect(!isOfOneObject(.noSuchBucket) && !isOfOneObject(.busy(status: 503)))
        #expect(!isOfOneObject(.wrongCredentials(code: "")) && !isOfOneObject(.cancelled))
    }
}
