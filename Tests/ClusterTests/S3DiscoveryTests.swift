import Preparation
import S3
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Cluster

/// The rules of a folder's sources, in a bucket.
@Suite(.temporaryDirectory, .timeLimit(.minutes(2))) struct S3DiscoveryTests {
    private func discover(
        _ addresses: [String], in deployment: Deployment, output: String? = nil
    ) async throws -> (names: [String], rest: S3Discovery.Rest) {
        let names = Mutex<[String]>([])
        let rest = try await S3Discovery(deployment.client).each(
            of: addresses.map { S3Address(bucket: deployment.bucket, key: $0) },
            output: output.map { S3Address(bucket: deployment.bucket, key: $0) }
        ) { source in
            names.withLock { $0.append(source.name.text) }
        }
        return (names.withLock { $0 }, rest)
    }

    private func put(_ keys: String..., in deployment: Deployment) async throws {
        for key in keys { try await deployment.put([1], as: key) }
    }

    @Test func prefixGivesAllObjectsBelowIt() async throws {
        let deployment = try await Deployment()
        try await put("in/b.jpg", "in/a/z.png", "in/a.png", "inner.jpg", in: deployment)
        #expect(
            Set(try await discover(["in"], in: deployment).names)
                == ["a.png", "a/z.png", "b.jpg"])
        #expect(try await discover(["in/"], in: deployment).names.count == 3)
        #expect(try await discover(["in/a"], in: deployment).names == ["z.png"])
        #expect(try await discover([""], in: deployment).names.count == 4)
    }

    @Test func objectIsNamedByItsLastPart() async throws {
        let deployment = try await Deployment()
        try await put("in/deep/a.jpg", in: deployment)
        #expect(try await discover(["in/deep/a.jpg"], in: deployment).names == ["a.jpg"])
    }

    @Test func severalArgumentsPutTheirLastNameFirst() async throws {
        let deployment = try await Deployment()
        try await put("x/in/a.jpg", "y/in/a.jpg", "c.jpg", in: deployment)
        #expect(
            try await discover(["x/in", "y/in", "c.jpg"], in: deployment).names
                == ["in/a.jpg", "in-2/a.jpg", "c.jpg"])
        #expect(
            try await discover(["x/in", "x/in"], in: deployment).names == ["a.jpg"])
    }

    @Test func namesInNumberedFoldersDoNotMeet() async throws {
        let deployment = try await Deployment()
        try await put("x/in/a", "y/in/a", "z/in-2/a", in: deployment)
        let names = try await discover(["z/in-2", "x/in", "y/in"], in: deployment).names
        #expect(Set(names).count == 3)
    }

    @Test func junkAndHiddenObjectsAreIgnoredAndCounted() async throws {
        let deployment = try await Deployment()
        try await put(
            "in/.DS_Store", "in/a.jpg", "in/Thumbs.db", "in/.hidden/b.jpg", "in/.hidden/c.jpg",
            "in/x/.y/z.jpg", in: deployment)
        let (names, rest) = try await discover(["in"], in: deployment)
        #expect(names == ["a.jpg"])
        #expect(rest.ignored == 4 && rest.skipped.isEmpty)
    }

    @Test func nothingAtAnAddressIsAFault() async throws {
        let deployment = try await Deployment()
        try await put("in/a.jpg", in: deployment)
        let address = S3Address(bucket: deployment.bucket, key: "nowhere")
        await #expect(throws: S3Discovery.Fault.missing(address)) {
            try await discover(["nowhere"], in: deployment)
        }
    }

    @Test(arguments: [
        ("in", "in", true), ("in", "in/out", true), ("in/", "in", true), ("in", "", true),
        ("", "out", true), ("in/deep", "in", true), ("in", "inner", false), ("in", "out", false),
        ("inner", "in", false),
    ])
    func outputLiesBesideTheSources(source: String, output: String, isFault: Bool) async throws {
        let deployment = try await Deployment()
        try await put("in/deep/a.jpg", "inner/a.jpg", in: deployment)
        do {
            _ = try await discover([source], in: deployment, output: output)
            #expect(!isFault)
        } catch is S3Discovery.Fault {
            #expect(isFault)
        }
    }
}
