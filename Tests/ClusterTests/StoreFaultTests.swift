import Foundation
import TestSupport
import Testing

/// What the program makes of a store that is not there, or in which things change behind its back.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct StoreFaultTests {
    private let picture: [UInt8]

    init() async throws {
        picture = Array(try Data(contentsOf: URL(fileURLWithPath: try await Media.jpeg())))
    }

    @Test func storeThatDoesNotAnswerIsNamed() async throws {
        let port = try FreePort.some(1)[0]
        let deployment = try await Deployment()
        let output = try await deployment.start(
            ["submit", deployment.address("in"), "--out", deployment.address("out")]
                + ["--outage", "1"], ["AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(port)"]
        ).output()
        expectUnable(output, "does not answer")
    }

    @Test(arguments: [
        ["AWS_SECRET_ACCESS_KEY": "wrong-one"], ["AWS_ACCESS_KEY_ID": "wrong-one"],
    ])
    func wrongCredentialsAreRefusedAndNotShown(environment: [String: String]) async throws {
        let deployment = try await Deployment()
        let output = try await deployment.start(
            ["submit", deployment.address("in"), "--out", deployment.address("out")], environment
        ).output()
        expectUnable(output, "check the credentials")
        #expect(!output.stderr.contains("wrong-one"))
    }

    @Test(arguments: [["submit", "s3://some/in", "--out", "s3://some/out"], ["work", "-q"]])
    func missingCredentialsAreAskedFor(command: [String]) async throws {
        let deployment = try await Deployment()
        let output = try await deployment.start(command, ["AWS_ACCESS_KEY_ID": ""]).output()
        expectUnable(output, "there are no credentials")
    }

    @Test func workerWithWrongCredentialsEndsAndLosesNothing() async throws {
        let deployment = try await Deployment()
        try await deployment.put(picture, as: "in/a.jpg")
        try await deployment.submit()
        let output = try await deployment.start(
            ["work", "-q"], ["AWS_SECRET_ACCESS_KEY": "wrong-one"]
        ).output()
        expectUnable(output, "credentials are refused")
        #expect(try deployment.queued() == 1)
        #expect(try await deployment.finish().asset("a.jpg").status == "prepared")
    }

    @Test func missingBucketIsNamed() async throws {
        let deployment = try await Deployment()
        try await deployment.put(picture, as: "in/a.jpg")
        let own = deployment.address("in")
        for command in [
            ["submit", "s3://no-such-bucket/in", "--out", own],
            ["submit", own, "--out", "s3://no-such-bucket/out"],
        ] {
            let output = try await deployment.start(command).output()
            expectUnable(output, "s3://no-such-bucket")
            #expect(output.stderr.contains("there is no such bucket"))
        }
        #expect(try deployment.queued() == 0)
    }

    @Test func sourceThatIsReplacedAfterItsSubmissionIsRejected() async throws {
        let deployment = try await Deployment()
        try await deployment.put(picture, as: "in/a.jpg")
        try await deployment.put(picture, as: "in/b.jpg")
        try await deployment.submit()
        try await deployment.put(picture + [0], as: "in/a.jpg")
        let manifest = try await deployment.finish()
        #expect(try manifest.asset("a.jpg").status == "rejected")
        #expect(try manifest.asset("a.jpg").reason?.code == "unreadable")
        #expect(try manifest.asset("a.jpg").reason?.message.contains("replaced") == true)
        #expect(try manifest.asset("b.jpg").status == "prepared")
    }

    @Test func sourceThatIsRemovedAfterItsSubmissionIsRejected() async throws {
        let deployment = try await Deployment()
        try await deployment.put(picture, as: "in/a.jpg")
        try await deployment.put(picture, as: "in/b.jpg")
        try await deployment.submit()
        try await deployment.delete("in/a.jpg")
        let manifest = try await deployment.finish()
        #expect(try manifest.asset("a.jpg").status == "rejected")
        #expect(try manifest.asset("a.jpg").reason?.code == "unreadable")
        #expect(try manifest.asset("b.jpg").status == "prepared")
    }

    @Test func outputBucketThatIsRemovedAfterTheSubmissionCostsThatBatchOnly() async throws {
        let deployment = try await Deployment()
        try await deployment.put(picture, as: "in/a.jpg")
        let other = "gone-\(deployment.bucket)"
        try deployment.s3.makeBucket(other)
        let gone = ["--out", "s3://\(other)/out", "--batch", "gone"]
        _ = try await deployment.start(["submit", deployment.address("in")] + gone).output()
        try deployment.s3.removeBucket(other)
        try await deployment.submit()
        let manifest = try await deployment.finish()
        #expect(try manifest.asset("a.jpg").status == "prepared")
        #expect(try deployment.deadLetters() == 1)
        #expect(try deployment.queued() == 0)
        expectUnable(
            try await deployment.run("status", "gone", "--wait", "-q"), "there is no such bucket")
    }
}
