import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct OwnProfileTests {
    /// The workers have nothing but the job.
    @Test func batchIsPreparedByAProfileOfOnesOwn() async throws {
        let deployment = try await Deployment()
        let picture = try await Media.png("noise.png", width: 900)
        try await deployment.put(file: picture, as: "in/noise.png")
        try PushMedia.write(
            #"""
            {"schema": "pushmedia-profile/1", "name": "newsroom", "summary": "s", "subject": "a",
            "extends": "ios", "advice": [], "image":
            {"maxWidth": {"value": 300, "basis": "own", "source": "s", "date": "2026-11"}}}
            """#, as: "newsroom.json")
        try await deployment.submit("--profile-file", "newsroom.json", "-p", "web")
        let asset = try await deployment.finish().asset("noise.png")
        #expect(asset.attachment?.width == 300)
    }

    @Test func profileThatEachJobWouldCarryIsSmall() async throws {
        try PushMedia.write(String(repeating: " ", count: 40_000) + "{}", as: "large.json")
        let output = try await PushMedia.run(
            "submit", "s3://bucket/in", "--out", "s3://bucket/out", "--profile-file", "large.json")
        #expect(output.status == 2)
    }
}
