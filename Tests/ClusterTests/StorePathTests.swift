import Foundation
import S3
import Storage
import TestSupport
import Testing

/// Addresses in a store wherever paths are taken, without a queue.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct StorePathTests {
    private let bucket: Deployment

    /// A folder here and the same below `in/` in a bucket: good, bad, rivals for a name, and junk.
    init() async throws {
        bucket = try await Deployment()
        try await PushMedia.put(Media.jpeg("photo.jpg"), as: "in/summer/a b.jpg")
        try await PushMedia.put(Media.png("photo.png", width: 1400), as: "in/summer/ü+&.png")
        try await PushMedia.put(Media.jpeg("one.jpg"), as: "in/one.jpg")
        try await PushMedia.put(Media.jpeg("two.jpg"), as: "in/one.jpeg")
        try await PushMedia.put(Media.gif(frames: 3), as: "in/move.gif")
        try PushMedia.write("no picture", as: "in/broken.png")
        try PushMedia.write("junk", as: "in/.DS_Store")
        for name in try PushMedia.files("in") {
            try await bucket.put(file: PushMedia.path("in/\(name)"), as: "in/\(name)")
        }
    }

    @Test func batchBetweenBucketsIsThatBetweenFolders() async throws {
        let local = try await PushMedia.run("prepare", "in", "--out", "local", "-q")
        let away = try await run("prepare", bucket.address("in"), "--out", bucket.address("out"))
        #expect(local.status == 1 && away.status == 1, "\(away.stderr)")
        let names = try PushMedia.files("local")
        let keys = try await bucket.keys(below: "out/")
        #expect(Set(keys) == names.union([".pushmedia/ledger.sqlite"]))
        // The page alone tells where the sources lie.
        for name in names where name != "report.html" {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: PushMedia.path("local/" + name)))
            #expect(try await bucket.contents("out/" + name) == Array(bytes), "\(name)")
        }
    }

    @Test func pageHoldsWhatLiesInABucket() async throws {
        let output = try await run(
            "prepare", bucket.address("in"), "--out", bucket.address("out"), "--embed")
        #expect(output.status == 1, "\(output.stderr)")
        let page = String(decoding: try await bucket.contents("out/report.html"), as: UTF8.self)
        let gif = Data(try await bucket.contents("out/move.gif")).base64EncodedString()
        #expect(page.contains("<img src=\"data:image/gif;base64,\(gif)\""))
        #expect(!page.contains("src=\"./"))
        let status = try #require(
            try await bucket.client.head(bucket.bucket, "out/report.html"))
        #expect(status.contentType == "text/html; charset=utf-8")
    }

    @Test func outputsTellTheirTypeAndDigest() async throws {
        _ = try await run("prepare", bucket.address("in"), "--out", bucket.address("out"))
        let file = try #require(try await bucket.manifest().asset("move.gif").attachment)
        let status = try #require(
            try await bucket.client.head(bucket.bucket, "out/" + file.file))
        #expect(status.contentType == "image/gif")
        let bytes = try await bucket.contents("out/" + file.file)
        #expect(status.metadata["sha256"] == SHA256Digest.of(bytes).hex)
        #expect(status.bytes == Int64(bytes.count))
    }

    @Test func repeatedRunPreparesOnlyWhatChanged() async throws {
        let command = ["prepare", bucket.address("in"), "--out", bucket.address("out")]
        _ = try await run(command)
        #expect(try await toDo(command) == 0)
        try await bucket.put(file: PushMedia.path("in/summer/ü+&.png"), as: "in/one.jpg")
        #expect(try await toDo(command) == 1)
        try await bucket.delete("out/move.gif")
        #expect(try await toDo(command) == 1)
        #expect(try await bucket.keys(below: "out/").contains("move.gif"))
    }

    @Test func foldersAndBucketsMix() async throws {
        let up = try await run("prepare", "in", "--out", bucket.address("up"))
        let down = try await run("prepare", bucket.address("in"), "--out", "down")
        #expect(up.status == 1 && down.status == 1)
        let names = try PushMedia.files("down")
        #expect(names.contains("summer/ü+&.png") && names.contains("move.gif"))
        let keys = try await bucket.keys(below: "up/").filter { !$0.hasPrefix(".pushmedia/") }
        #expect(Set(keys) == names)
        #expect(
            try await bucket.contents("up/manifest.json")
                == Array(PushMedia.manifestData("down")))
    }

    @Test func bucketIsVerified() async throws {
        let bad = try await run("verify", bucket.address("in"))
        #expect(bad.status == 1 && bad.stdout.contains("broken.png"))
        _ = try await run("prepare", bucket.address("in"), "--out", bucket.address("out"))
        let good = try await run("verify", bucket.address("out/summer"))
        #expect(good.status == 0, "\(good.stdout)\(good.stderr)")
        let whole = try await run("verify", bucket.address("out"))
        #expect(whole.status == 0, "\(whole.stdout)\(whole.stderr)")
    }

    @Test func bucketIsHeldAgainstItsManifest() async throws {
        _ = try await run("prepare", bucket.address("in"), "--out", bucket.address("out"))
        let good = try await run("verify", bucket.address("out/manifest.json"))
        #expect(good.status == 0, "\(good.stdout)\(good.stderr)")
        #expect(good.stdout.contains("5 compliant, 0 not"))
        try await bucket.delete("out/move.gif")
        let extra = PushMedia.path("in/summer/a b.jpg")
        try await bucket.put(file: extra, as: "out/summer/extra.jpg")
        let other = try await Media.jpeg("other.jpg", width: 300)
        try await bucket.put(file: other, as: "out/summer/a b.jpg")
        let bad = try await run("verify", bucket.address("out/manifest.json"))
        #expect(bad.status == 1)
        for rule in ["manifest-missing", "manifest-extra", "manifest-changed"] {
            #expect(bad.stdout.contains(rule), "\(bad.stdout)")
        }
        try await bucket.put(file: PushMedia.path("in/broken.png"), as: "out/manifest.json")
        let broken = try await run("verify", bucket.address("out/manifest.json"))
        #expect(broken.status == 2 && broken.stderr.contains("it is no manifest"))
    }

    @Test func settingsInABucketHoldForWhatLiesBelow() async throws {
        try PushMedia.write(
            #"{"schema": "pushmedia-settings/1", "ignore": [{"rule": "type", "reason": "notes"}]}"#,
            as: "settings.json")
        let settings = PushMedia.path("settings.json")
        try await bucket.put(file: PushMedia.path("in/broken.png"), as: "notes/a/b.txt")
        #expect(try await run("verify", bucket.address("notes")).status == 1)
        try await bucket.put(file: settings, as: "notes/.pushmedia.json")
        let good = try await run("verify", bucket.address("notes/"))
        #expect(good.status == 0, "\(good.stdout)\(good.stderr)")
        // Only up to what was named.
        #expect(try await run("verify", bucket.address("notes/a")).status == 1)
        try await bucket.put(file: PushMedia.path("in/broken.png"), as: "notes/.pushmedia.json")
        let broken = try await run("verify", bucket.address("notes"))
        #expect(broken.status == 2 && broken.stderr.contains("notes/.pushmedia.json"))
    }

    @Test func objectIsInspected() async throws {
        let output = try await run("inspect", bucket.address("in/move.gif"))
        #expect(output.status == 0 && output.stdout.contains("320"), "\(output.stderr)")
    }

    @Test func singleObjectIsASource() async throws {
        let output = try await run(
            "prepare", bucket.address("in/summer/a b.jpg"), "--out", "single")
        #expect(output.status == 0, "\(output.stderr)")
        #expect(try PushMedia.manifest("single").asset("a b.jpg").status == "prepared")
    }

    @Test(arguments: [
        (["s3://BUCKET/nothing", "--out", "o"], "there is no such object, and none below it"),
        (["s3://BUCKET/in", "--out", "s3://BUCKET/in/out"], "--out must lie outside the sources"),
        (["s3://BUCKET/in", "--out", "s3://BUCKET"], "--out must not hold the sources"),
        (["in", "s3://BUCKET/in", "--out", "o"], "not both at once"),
        (["s3://", "--out", "o"], "is no address"),
        (["in", "--out", "s3:///x"], "is no address"),
    ])
    func addressesThatMakeNoSenseAreWrongUse(arguments: [String], words: String) async throws {
        let output = try await run(
            ["prepare"] + arguments.map { $0.replacing("BUCKET", with: bucket.bucket) })
        #expect(output.status == 2 && output.stderr.contains(words), "\(output.stderr)")
        #expect(output.stderr.split(separator: "\n").count == 1)
    }

    private func run(_ arguments: String...) async throws -> Shell.Output {
        try await run(arguments)
    }

    private func run(_ arguments: [String]) async throws -> Shell.Output {
        try await PushMedia.run(arguments, environment: bucket.environment)
    }

    /// How many sources a run has to prepare, as it says itself.
    private func toDo(_ command: [String]) async throws -> Int? {
        let output = try await run(command + ["--log", "json"])
        #expect(output.status == 1)
        return try output.stderr.split(separator: "\n").compactMap { line in
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return json?["event"] as? String == "began" ? json?["toDo"] as? Int : nil
        }.first
    }
}
