import Glibc
import S3
import Storage
import TestSupport
import Testing

/// What a real server says.
@Suite(.timeLimit(.minutes(2))) struct S3ClientTests {
    private static let awkwardKeys = [
        "plain.jpg", "a b/c d.jpg", "a+b", "100%", "50%25", "a&b=c", "it's", "é", "e\u{301}",
        "🎉/😀.gif", "日本語/素材.png", "~tilde", ".hidden/.file", "..dots", "(a)*!,;:@$?#[]\"<>|^`{}",
        "tab\tand\u{1}", "\u{a0}", "_-._", String(repeating: "long", count: 50),
    ]

    @Test func keysOfAnyTextWorkEverywhere() async throws {
        let bucket = try await Bucket()
        for key in Self.awkwardKeys {
            let contents = Array("contents of \(key)".utf8)
            try await bucket.put(key, contents)
            let status = try #require(try await bucket.client.head(bucket.name, key), "\(key)")
            #expect(status.bytes == Int64(contents.count), "\(key)")
            #expect(try await bucket.contents(key, ifMatch: status.etag) == contents, "\(key)")
            let listed = try #require(try await bucket.list(key).first, "\(key)")
            #expect(Array(listed.key.utf8) == Array(key.utf8))
            #expect(listed.etag == status.etag && listed.bytes == status.bytes)

            try await bucket.client.copy(bucket.name, from: key, to: "copy of " + key)
            #expect(try await bucket.contents("copy of " + key) == contents, "\(key)")
            try await bucket.client.delete(bucket.name, key)
            #expect(try await bucket.client.head(bucket.name, key) == nil, "\(key)")
            #expect(try await bucket.client.head(bucket.name, "copy of " + key) != nil, "\(key)")
        }
    }

    @Test func twoSlashesAreSignedAsTheyAre() async throws {
        // This server takes them for one.
        let bucket = try await Bucket()
        try await bucket.put("a//b", [1, 2, 3])
        #expect(try await bucket.contents("a//b") == [1, 2, 3])
        #expect(try await bucket.list("a/").map(\.key) == ["a/b"])
    }

    @Test func typeAndMetadataAreKeptAndCopied() async throws {
        let bucket = try await Bucket()
        let metadata = ["source": "a b", "digest": "x=y;z"]
        try await bucket.put("key", [1], metadata: metadata)
        try await bucket.client.copy(bucket.name, from: "key", to: "other")
        for key in ["key", "other"] {
            let status = try #require(try await bucket.client.head(bucket.name, key))
            #expect(status.contentType == "image/png")
            #expect(status.metadata == metadata)
        }
    }

    @Test func bigAndEmptyObjectsComeBackWhole() async throws {
        let bucket = try await Bucket()
        let big = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }
        for (key, contents) in [("big", big), ("empty", [])] {
            try await bucket.put(key, contents)
            #expect(try await bucket.contents(key, limit: Int64(contents.count)) == contents)
        }
    }

    @Test func everyPageOfAListIsHandedOut() async throws {
        let bucket = try await Bucket()
        let keys = (0..<1003).map { "many/" + String($0 + 10_000) }
        try await withThrowingTaskGroup { group in
            for key in keys { group.addTask { try await bucket.put(key, [1]) } }
            try await group.waitForAll()
        }
        try await bucket.put("none", [1])
        var pages: [[String]] = []
        try await bucket.client.list(S3Address(bucket: bucket.name, key: "many/")) {
            pages.append($0.map(\.key))
        }
        #expect(pages.map(\.count) == [1000, 3])
        #expect(pages.flatMap(\.self) == keys)
        #expect(bucket.client.retries == 0)
    }

    @Test func whatIsNotThereIsNamed() async throws {
        let bucket = try await Bucket()
        let client = bucket.client
        #expect(try await client.head(bucket.name, "nothing") == nil)
        try await client.delete(bucket.name, "nothing")
        #expect(try await bucket.list().isEmpty)
        await #expect(throws: bucket.error("get", "nothing", .notFound)) {
            try await bucket.contents("nothing")
        }
        await #expect(throws: bucket.error("copy", "to", .notFound)) {
            try await client.copy(bucket.name, from: "nothing", to: "to")
        }
    }

    @Test func missingBucketIsNamed() async throws {
        let bucket = try await Bucket(made: false)
        await #expect(throws: bucket.error("list", "", .noSuchBucket)) { try await bucket.list() }
        await #expect(throws: bucket.error("put", "key", .noSuchBucket)) {
            try await bucket.put("key", [1])
        }
        await #expect(throws: bucket.error("get", "key", .noSuchBucket)) {
            try await bucket.contents("key")
        }
    }

    @Test func objectThatWasReplacedIsChanged() async throws {
        let bucket = try await Bucket()
        try await bucket.put("key", [1])
        let etag = try #require(try await bucket.client.head(bucket.name, "key")).etag
        try await bucket.put("key", [2])
        for tag in [etag, "\"\u{e9}\""] {
            await #expect(throws: bucket.error("get", "key", .changed)) {
                try await bucket.contents("key", ifMatch: tag)
            }
        }
    }

    @Test func objectBeyondTheLimitIsNotStored() async throws {
        let bucket = try await Bucket()
        try await bucket.put("key", [1, 2, 3, 4])
        await #expect(throws: bucket.error("get", "key", .tooLarge(4))) {
            try await bucket.contents("key", limit: 3)
        }
    }

    @Test func contentsThatDoNotHaveTheirDigestAreRefused() async throws {
        let bucket = try await Bucket()
        let file = try ScratchFile([1, 2, 3])
        await #expect {
            try await bucket.client.put(
                bucket.name, "key", from: file.descriptor, count: 3,
                sha256: SHA256Digest.of([1, 2]), contentType: "image/png", metadata: [:])
        } throws: {
            guard case .unexpected(400, let code)? = ($0 as? S3Error)?.kind else { return false }
            return code.lowercased().contains("sha256") || code.contains("Digest")
        }
        #expect(try await bucket.client.head(bucket.name, "key") == nil)
    }

    @Test func fileThatEndsTooEarlyIsAFailureOfStaging() async throws {
        let bucket = try await Bucket()
        let file = try ScratchFile([1, 2, 3])
        await #expect(throws: bucket.error("put", "key", .stagingFailed(errno: ENODATA))) {
            try await bucket.client.put(
                bucket.name, "key", from: file.descriptor, count: 4,
                sha256: SHA256Digest.of([1, 2, 3]), contentType: "image/png", metadata: [:])
        }
        try await bucket.put("key", [1])
        await #expect(throws: bucket.error("get", "key", .stagingFailed(errno: EBADF))) {
            try await bucket.client.get(bucket.name, "key", ifMatch: nil, into: -1, limit: 9)
        }
    }

    @Test(arguments: [
        (
            ["AWS_SECRET_ACCESS_KEY": "wrong"],
            S3Error.Kind.wrongCredentials(code: "SignatureDoesNotMatch")
        ),
        (["AWS_ACCESS_KEY_ID": "nobody"], .wrongCredentials(code: "InvalidAccessKeyId")),
    ])
    func wrongCredentialsAreNamed(environment: [String: String], kind: S3Error.Kind) async throws {
        let bucket = try await Bucket(environment: environment)
        await #expect(throws: bucket.error("list", "", kind)) { try await bucket.list() }
    }

    @Test func bucketsCanBeHostsNames() async throws {
        let port = try await S3Server.shared().port
        let bucket = try await Bucket(environment: [
            "AWS_S3_ADDRESSING_STYLE": "virtual", "AWS_ENDPOINT_URL_S3": "http://localhost:\(port)",
        ])
        try await bucket.put("a/b c", [1, 2])
        #expect(try await bucket.contents("a/b c") == [1, 2])
        #expect(try await bucket.list("a").map(\.key) == ["a/b c"])
    }

    @Test func onlyATrustedServerIsSpokenTo() async throws {
        let server = try await S3Server.shared()
        let trusting = try await Bucket(environment: [
            "AWS_ENDPOINT_URL_S3": server.encryptedURL, "AWS_CA_BUNDLE": server.certificate,
        ])
        try await trusting.put("key", [1])
        #expect(try await trusting.contents("key") == [1])

        let others = [["AWS_CA_BUNDLE": "/nowhere"], [:]]
        for environment in others.map({
            $0.merging(["AWS_ENDPOINT_URL_S3": server.encryptedURL]) { $1 }
        }) {
            let bucket = try await Bucket(environment: environment)
            guard case .unreachable(let cause) = await failure({ try await bucket.list() }) else {
                Issue.record("a stranger was spoken to")
                continue
            }
            #expect(cause.contains("certificate"))
            #expect(bucket.client.retries == 0)
        }
    }
}
