import Foundation
import TestSupport
import Testing

/// What becomes of jobs whose worker ends before they do.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct WorkerEndTests {
    private func submitLongJobs(_ count: Int, in deployment: Deployment) async throws {
        let clip = try await Media.mp4(
            seconds: 4, width: 1280, height: 720, framesPerSecond: 60)
        for number in 0..<count { try await deployment.put(file: clip, as: "in/\(number).mp4") }
        try await deployment.submit()
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func stoppedWorkerGivesBackWhatItHolds(signal: Int32) async throws {
        let deployment = try await Deployment()
        try await submitLongJobs(2, in: deployment)
        // A lease that outlives the test: what is not given back is not handed out again.
        let worker = try deployment.startWorker("--grace", "1", "--lease", "3600")
        await worker.until("started")
        // So that the work cannot be done within the grace.
        for codec in PushMedia.codecProcesses(of: worker.id) { kill(codec, SIGSTOP) }
        worker.signal(signal)
        let output = try await worker.output()
        #expect(output.status == 128 + signal)
        #expect(!output.stderr.contains("\"event\":\"error\""), "\(output.stderr)")
        #expect(try deployment.queued() == 2)
        let manifest = try await deployment.finish()
        #expect(manifest.assets.map(\.status) == ["prepared", "prepared"])
        #expect(try deployment.queued() == 0)
    }

    @Test func stoppedWorkerFinishesWhatItHasBegun() async throws {
        let deployment = try await Deployment()
        try await submitLongJobs(1, in: deployment)
        let worker = try deployment.startWorker("--grace", "200")
        await worker.until("started")
        worker.signal(SIGTERM)
        let output = try await worker.output()
        #expect(output.status == 143)
        #expect(output.stderr.contains("\"event\":\"finished\""))
        #expect(try deployment.queued() == 0)
        #expect(try await deployment.run("status", "b", "--wait", "-q").status == 0)
    }

    @Test func jobThatEndsItsWorkersIsGivenUp() async throws {
        let deployment = try await Deployment()
        try await submitLongJobs(1, in: deployment)
        for _ in 1...2 {
            let worker = try deployment.startWorker("--deliveries", "2", "--lease", "2")
            await worker.until("started")
            worker.signal(SIGKILL)
            #expect(try await worker.output().status == 128 + SIGKILL)
        }
        let worker = try deployment.startWorker("--deliveries", "2", "--lease", "2")
        await worker.until("finished")
        let status = try await deployment.run("status", "b", "--wait", "-q")
        #expect(status.status == 1)
        let asset = try await deployment.manifest().asset("0.mp4")
        #expect(asset.status == "failed" && asset.reason?.code == "crashed")
        #expect(try deployment.deadLetters() == 1)
        await PushMedia.until { (try? deployment.queued()) == 0 }
        // Submitted again, it is a new job.
        #expect(try await deployment.submit().stdout.contains("1 put into the queue"))
        worker.signal(SIGTERM)
        _ = try await worker.output()
        #expect(try await deployment.finish().asset("0.mp4").status == "prepared")
    }
}
