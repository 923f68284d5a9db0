import Testing

@testable import S3

struct S3SettingsTests {
    private func settings(_ changes: [String: String] = [:]) throws -> S3Settings {
        let environment = ["AWS_ACCESS_KEY_ID": "the-id", "AWS_SECRET_ACCESS_KEY": "the-secret"]
            .merging(changes) { $1 }
        return try S3Settings { environment[$0] }
    }

    @Test(arguments: [
        ([:], "bucket", "https://bucket.s3.us-east-1.amazonaws.com/a%20b"),
        (["AWS_REGION": "eu-west-3"], "bucket", "https://bucket.s3.eu-west-3.amazonaws.com/a%20b"),
        (
            ["AWS_DEFAULT_REGION": "cn-north-1"], "bucket",
            "https://bucket.s3.cn-north-1.amazonaws.com.cn/a%20b"
        ),
        ([:], "with.dot", "https://s3.us-east-1.amazonaws.com/with.dot/a%20b"),
        ([:], "Old_One", "https://s3.us-east-1.amazonaws.com/Old_One/a%20b"),
        (
            ["AWS_S3_ADDRESSING_STYLE": "path"], "bucket",
            "https://s3.us-east-1.amazonaws.com/bucket/a%20b"
        ),
        (["AWS_ENDPOINT_URL": "http://one:9000/"], "bucket", "http://one:9000/bucket/a%20b"),
        (
            ["AWS_ENDPOINT_URL": "http://one", "AWS_ENDPOINT_URL_S3": "HTTPS://two/base/path//"],
            "bucket", "https://two/base/path/bucket/a%20b"
        ),
        (["AWS_ENDPOINT_URL_S3": "http://[::1]:80"], "bucket", "http://[::1]:80/bucket/a%20b"),
        (
            ["AWS_ENDPOINT_URL_S3": "http://one", "AWS_S3_ADDRESSING_STYLE": "Virtual"], "bucket",
            "http://bucket.one/a%20b"
        ),
        (
            ["AWS_ENDPOINT_URL_S3": "", "AWS_REGION": ""], "bucket",
            "https://bucket.s3.us-east-1.amazonaws.com/a%20b"
        ),
    ])
    func urlFollowsTheEnvironment(
        environment: [String: String], bucket: String, url: String
    ) throws {
        #expect(try settings(environment).url(bucket: bucket, key: "a b") == url)
    }

    @Test func bucketItselfHasAURL() throws {
        #expect(
            try settings().url(bucket: "bucket", key: "")
                == "https://bucket.s3.us-east-1.amazonaws.com/")
        #expect(
            try settings(["AWS_ENDPOINT_URL": "http://one"]).url(bucket: "bucket", key: "")
                == "http://one/bucket")
    }

    @Test(arguments: [
        ("one:9000", "one:9000"), ("ftp://one", "ftp://one"), ("http://", "http://"),
        ("http://one:0", "http://one:0"), ("http://one:99999", "http://one:99999"),
        ("http://one two", "http://one two"), ("http://[::1", "http://[::1"),
        ("http://user:password@one/", "***@one/"), ("http://one/?key=secret", "http://one/"),
    ])
    func endpointThatNamesNoServerIsShownWithoutSecrets(url: String, shown: String) {
        #expect(
            throws: S3Error(
                operation: "settings", subject: "AWS_ENDPOINT_URL_S3", kind: .wrongEndpoint(shown))
        ) {
            try settings(["AWS_ENDPOINT_URL_S3": url])
        }
    }

    @Test(arguments: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
    func missingCredentialsAreNamed(variable: String) {
        #expect(
            throws: S3Error(operation: "settings", subject: variable, kind: .missingCredentials)
        ) {
            try settings([variable: ""])
        }
    }

    @Test(arguments: [
        (["AWS_REGION": "eu west"], S3Error.Kind.wrongRegion("eu west")),
        (["AWS_S3_ADDRESSING_STYLE": "odd"], .wrongEndpoint("odd")),
        (["AWS_SESSION_TOKEN": "a\nb"], .wrongCredentials(code: "NotPlainASCII")),
    ])
    func impossibleSettingsAreRefused(environment: [String: String], kind: S3Error.Kind) {
        #expect { try settings(environment) } throws: { ($0 as? S3Error)?.kind == kind }
    }

    @Test func settingsShowNoSecret() throws {
        let settings = try settings(["AWS_SESSION_TOKEN": "the-token"])
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(settings)", String(reflecting: settings), dumped] {
            #expect(!text.contains("the-id"))
            #expect(!text.contains("the-secret"))
            #expect(!text.contains("the-token"))
        }
    }
}
