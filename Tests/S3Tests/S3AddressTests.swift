import Testing

@testable import S3

struct S3AddressTests {
    @Test(arguments: [
        ("s3://bucket", "bucket", ""), ("s3://bucket/", "bucket", ""),
        ("S3://bucket/a/b c", "bucket", "a/b c"), ("s3://bucket//a", "bucket", "/a"),
        ("s3://my.bucket-1/é/", "my.bucket-1", "é/"), ("s3://Old_One/a", "Old_One", "a"),
    ])
    func addressIsBucketAndKey(text: String, bucket: String, key: String) {
        #expect(S3Address(text) == S3Address(bucket: bucket, key: key))
    }

    @Test(arguments: [
        "bucket/key", "/s3://bucket", "s3:/bucket", "s3://", "s3:///key", "s3://ab", "s3://-abc",
        "s3://abc-", "s3://a..b", "s3://a b c", "s3://a~bc", "s3://bücket", "s3://user@host/a",
        "s3://\(String(repeating: "a", count: 64))",
    ])
    func otherTextIsNoAddress(text: String) {
        #expect(S3Address(text) == nil)
    }

    @Test func textOfAnAddressIsReadAgain() {
        for text in ["s3://bucket", "s3://bucket/a/b", "s3://bucket//"] {
            #expect(S3Address(text)?.text == text)
        }
    }

    @Test func whatMeansAnAddressIsNoPath() {
        #expect(S3Address.isAddress("s3://") && S3Address.isAddress("S3://x"))
        #expect(!S3Address.isAddress("s3:/x") && !S3Address.isAddress("./s3://x"))
    }

    @Test func textIsEncodedAsSignaturesWantIt() {
        #expect(PercentCoding.path("a b/+~é.-_*'") == "a%20b/%2B~%C3%A9.-_%2A%27")
        #expect(PercentCoding.query("a/b=") == "a%2Fb%3D")
        #expect(PercentCoding.decoded("a+b%2B%c3%A9%%zz%2") == "a b+é%%zz%2")
    }

    @Test(arguments: [(1, 200), (2, 400), (6, 6400), (7, 10_000), (1000, 10_000)])
    func pausesGrowUpToALimit(attempt: Int, milliseconds: Int) {
        let most = Duration.milliseconds(milliseconds)
        #expect(Backoff.delay(after: attempt, asked: nil, chance: 1) == most)
        #expect(Backoff.delay(after: attempt, asked: nil, chance: 0.5) == most / 2)
        #expect(Backoff.delay(after: attempt, asked: .seconds(20), chance: 0.5) == .seconds(20))
    }
}
