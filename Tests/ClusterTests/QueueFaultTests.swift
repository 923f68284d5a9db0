import Foundation
import TestSupport
import Testing

/// What the program makes of queue servers that are not there, or not as they should be.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct QueueFaultTests {
    private static let commands = [
        ["submit", "s3://some/in", "--out", "s3://some/out"], ["work", "-q"], ["status"],
    ]

    @Test(arguments: ["http://x", "nats://", "nats://host:0", ",", "nats://a,ftp://b"])
    func wrongAddressIsNamed(address: String) async throws {
        let deployment = try await Deployment()
        for command in Self.commands {
            let output = try await deployment.start(command + ["--nats", address]).output()
            expectUnable(output, "no address of a queue")
        }
    }

    @Test(arguments: commands)
    func nobodyAnswersAtTheStart(command: [String]) async throws {
        let port = try FreePort.some(1)[0]
        let deployment = try await Deployment()
        let output = try await deployment.start(
            command + ["--nats", "nats://127.0.0.1:\(port)", "--outage", "1"]
        ).output()
        expectUnable(output, "nats://127.0.0.1:\(port): cannot connect")
    }

    @Test(arguments: commands)
    func wrongPasswordIsRefusedAndNotShown(command: [String]) async throws {
        let nats = try await NATSServers.start(1, ["--user", "us", "--pass", "right-one"])
        let deployment = try await Deployment(nats: nats)
        for environment in [
            ["NATS_USER": "us", "NATS_PASSWORD": "wrong-one"], ["NATS_TOKEN": "wrong-one"], [:],
        ] {
            let output = try await deployment.start(command, environment).output()
            expectUnable(output, "credentials are refused")
            #expect(!output.stderr.contains("wrong-one"))
        }
        let url = nats.url.replacingOccurrences(of: "nats://", with: "nats://us:wrong-one@")
        let output = try await deployment.start(command, ["NATS_URL": url]).output()
        expectUnable(output, "credentials are refused")
        #expect(!output.stderr.contains("wrong-one"))
    }

    @Test(arguments: commands)
    func missingCredentialsFileIsNamed(command: [String]) async throws {
        let deployment = try await Deployment()
        let output = try await deployment.start(command + ["--creds", "no/such.creds"]).output()
        expectUnable(output, "no/such.creds")
    }

    @Test(arguments: commands)
    func serverWithoutJetStreamIsToldSo(command: [String]) async throws {
        let deployment = try await Deployment(nats: NATSServers.start(1, []))
        let output = try await deployment.start(command + ["--outage", "1"]).output()
        expectUnable(output, "JetStream")
    }

    @Test func threeCopiesNeedThreeServers() async throws {
        let deployment = try await Deployment()
        for command in Self.commands.prefix(2) {
            let output = try await deployment.start(command + ["--replicas", "3"]).output()
            expectUnable(output, "cannot keep 3 copies")
        }
    }

    @Test func streamOfOtherSettingsIsLeftAlone() async throws {
        let deployment = try await Deployment()
        let name = deployment.stream
        let stream = """
            {"name":"\(name)_JOBS","subjects":["\(name.lowercased()).job.*"],"retention":"limits",
            "num_replicas":1,"storage":"file"}
            """
        let made: String? = try deployment.nats.client().jetStream(
            "STREAM.CREATE.\(name)_JOBS", stream, at: "config.name")
        #expect(made == name + "_JOBS")
        for command in Self.commands.prefix(2) {
            expectUnable(try await deployment.start(command).output(), "retention are limits")
        }
    }

    @Test func streamOfOtherReplicasIsLeftAlone() async throws {
        let deployment = try await Deployment()
        try await deployment.put([0], as: "in/a.png")
        try await deployment.submit()
        for command in Self.commands.prefix(2) {
            let output = try await deployment.start(command + ["--replicas", "3"]).output()
            expectUnable(output, "replicas are 1, not 3")
        }
    }

    @Test func outageThatLastsTooLongEndsAWorkerAndLosesNothing() async throws {
        let nats = try await NATSServers.start()
        let deployment = try await Deployment(nats: nats)
        try await deployment.put(
            file: Media.mp4(seconds: 8, width: 1280, height: 720, framesPerSecond: 60),
            as: "in/a.mp4")
        try await deployment.submit()
        let worker = try deployment.start(["work", "-q", "--outage", "2", "--lease", "2"])
        await PushMedia.until { Self.held(deployment) == 1 }
        let waiting = try deployment.start(["status", "b", "--wait", "-q", "--outage", "2"])
        try await nats.kill(0)
        for process in [worker, waiting] {
            expectUnable(try await process.output(), "the queue's servers do not answer")
        }
        try nats.restart(0)
        await PushMedia.until { (try? deployment.queued()) == 1 }
        #expect(try await deployment.finish().asset("a.mp4").status == "prepared")
    }

    /// A server that is told to end tells those who wait for messages so.
    @Test(arguments: [SIGKILL, SIGTERM])
    func outageThatEndsInTimeIsOutlived(signal: Int32) async throws {
        let nats = try await NATSServers.start()
        let deployment = try await Deployment(nats: nats)
        try await deployment.put(file: Media.jpeg(), as: "in/a.jpg")
        let worker = try deployment.startWorker()
        await worker.until("began")
        try await deployment.submit()
        await worker.until("finished")
        try await nats.kill(0, by: signal)
        try nats.restart(0)
        try await deployment.put(file: PushMedia.path("picture.jpg"), as: "in/b.jpg")
        await PushMedia.until { (try? deployment.queued()) == 0 }
        try await deployment.submit()
        await PushMedia.until { (try? worker.count(of: "finished")) == 2 }
        #expect(try await deployment.run("status", "b", "--wait", "-q").status == 0)
    }

    @Test func whoeverStartsWhileALeaderIsElectedWaitsForIt() async throws {
        let deployment = try await Deployment(nats: NATSServers.start(3))
        try await deployment.put(file: Media.jpeg(), as: "in/a.jpg")
        try await deployment.submit("--replicas", "3")
        let leader = try deployment.nats.leader(of: deployment.stream + "_JOBS")
        try await deployment.nats.kill(#require(leader))
        async let again = deployment.submit()
        #expect(try await deployment.finish().asset("a.jpg").status == "prepared")
        #expect(try await again.stdout == "batch b: 1 sources, 0 put into the queue\n")
    }

    private static func held(_ deployment: Deployment) -> Int? {
        try? deployment.nats.client().jetStream(
            "CONSUMER.INFO.\(deployment.stream)_JOBS.workers", at: "num_ack_pending")
    }
}
