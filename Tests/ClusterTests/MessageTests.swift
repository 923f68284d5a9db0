import Foundation
import TestSupport
import Testing

/// Messages that are submitted once more, that nobody understands, or that nobody finishes.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct MessageTests {
    private func put(_ names: String..., in deployment: Deployment) async throws {
        let picture = try await Media.jpeg()
        for name in names { try await deployment.put(file: picture, as: "in/" + name) }
    }

    private func subject(_ deployment: Deployment) -> String {
        deployment.stream.lowercased() + ".job.b"
    }

    @Test func newerMessageEndsTheWorkerAndStays() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", in: deployment)
        try await deployment.submit()
        #expect(try await deployment.finish().asset("a.jpg").status == "prepared")
        try deployment.nats.client().publish(
            #"{"schema":"pushmedia-job/2","id":"x"}"#, to: subject(deployment))
        expectUnable(try await deployment.run("work", "-q"), "pushmedia-job/2")
        #expect(try deployment.queued() == 1)
        // It is there for the next one as well, and soon.
        expectUnable(try await deployment.run("work", "-q"), "pushmedia-job/2")
        #expect(try deployment.deadLetters() == 0)
    }

    @Test(arguments: [
        "no JSON", "{}", #"{"schema":"pushmedia-job/1"}"#, "", "[1]", #"{"schema":7}"#,
    ])
    func messageThatIsNoJobIsPutAsideAndTheWorkerGoesOn(message: String) async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", in: deployment)
        let nothing = try await deployment.run("work", "-q", "--idle", "0")
        #expect(nothing.status == 0)
        try deployment.nats.client().publish(message, to: subject(deployment))
        try await deployment.submit()
        #expect(try await deployment.finish().asset("a.jpg").status == "prepared")
        #expect(try deployment.deadLetters() == 1)
        #expect(try deployment.queued() == 0)
    }

    @Test func submittingAgainAddsNothingButWhatIsNew() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", "b.jpg", in: deployment)
        #expect(
            try await deployment.submit().stdout == "batch b: 2 sources, 2 put into the queue\n")
        #expect(
            try await deployment.submit().stdout == "batch b: 2 sources, 0 put into the queue\n")
        #expect(try deployment.queued() == 2)
        _ = try await deployment.finish()
        #expect(
            try await deployment.submit().stdout == "batch b: 2 sources, 0 put into the queue\n")
        try await put("c.jpg", in: deployment)
        #expect(
            try await deployment.submit().stdout == "batch b: 3 sources, 1 put into the queue\n")
        #expect(
            try await deployment.finish().assets.map(\.status) == [
                "prepared", "prepared", "prepared",
            ])
    }

    @Test func whatFailedIsTriedOnceMoreWhenItIsSubmittedAgain() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", "b.jpg", in: deployment)
        try await deployment.submit()
        let picture = try await deployment.contents("in/a.jpg")
        try await deployment.delete("in/a.jpg")
        #expect(try await deployment.finish().asset("a.jpg").status == "rejected")
        try await deployment.put(picture, as: "in/a.jpg")
        #expect(
            try await deployment.submit().stdout == "batch b: 2 sources, 1 put into the queue\n")
        #expect(try await deployment.finish().asset("a.jpg").status == "prepared")
    }

    @Test func whatIsAskedForAgainAfterSomethingElseIsDoneAgain() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", in: deployment)
        for fit in ["inside", "cover", "inside", "inside"] {
            try await deployment.submit("--fit", fit)
            #expect(try await deployment.finish().asset("a.jpg").status == "prepared")
        }
    }

    @Test func batchThatHadFailedAndWasMendedStaysDone() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", "b.jpg", in: deployment)
        try await deployment.submit()
        let picture = try await deployment.contents("in/a.jpg")
        try await deployment.delete("in/a.jpg")
        _ = try await deployment.finish()
        try await deployment.put(picture, as: "in/a.jpg")
        for put in [1, 0, 0] {
            #expect(
                try await deployment.submit().stdout
                    == "batch b: 2 sources, \(put) put into the queue\n")
            #expect(try await deployment.finish().asset("a.jpg").status == "prepared")
        }
    }

    @Test func outputThatIsGoneIsMadeAnew() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", in: deployment)
        try await deployment.submit()
        _ = try await deployment.finish()
        try await deployment.delete("out/a.jpg")
        try await deployment.submit()
        _ = try await deployment.finish()
        #expect(try await deployment.keys(below: "out/").contains("a.jpg"))
    }

    @Test func outputThatIsGoneBeforeItHasItsNameIsToldAndMadeAnew() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", "a.jpeg", in: deployment)
        try await deployment.submit()
        #expect(try await deployment.run("work", "-q", "--idle", "0").status == 0)
        for key in try await deployment.keys(below: "out/.pushmedia/waiting/") {
            try await deployment.delete("out/.pushmedia/waiting/" + key)
        }
        let manifest = try await deployment.finish()
        #expect(manifest.assets.map(\.status) == ["failed", "failed"])
        #expect(manifest.assets[0].reason?.message.contains("run again") == true)
        try await deployment.submit()
        #expect(
            try await deployment.finish().assets.map(\.status) == ["prepared", "prepared"])
    }

    @Test func batchWhoseListIsGoneDoesNotHideTheOthers() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", in: deployment)
        try await deployment.submit()
        let other = try await deployment.run(
            "submit", deployment.address("in"), "--out", deployment.address("other"), "--batch",
            "other")
        #expect(other.status == 0)
        try await deployment.delete("out/.pushmedia/batches/b.jsonl")
        let output = try await deployment.run("status")
        #expect(output.status == 0 && output.stdout.contains("other: 0 of 1 done"))
        #expect(output.stderr.contains("no batch b"))
    }

    @Test func statusKnowsNoBatches() async throws {
        let deployment = try await Deployment()
        try await put("a.jpg", in: deployment)
        #expect(try await deployment.run("work", "-q", "--idle", "0").status == 0)
        let output = try await deployment.run("status")
        #expect(output.status == 0 && output.stderr.isEmpty)
        #expect(output.stdout == "queue: 0 jobs waiting, 0 held by workers\n")
        expectUnable(try await deployment.run("status", "other"), "no batch other")
        expectUnable(try await deployment.run("status", "other", "--wait"), "no batch other")
    }
}
