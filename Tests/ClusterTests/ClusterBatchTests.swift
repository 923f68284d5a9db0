import Foundation
import TestSupport
import Testing

/// A batch on three queue servers and four workers, of which nothing stays up.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct ClusterBatchTests {
    /// `RANDOM_SEED` names another one.
    private static let seed =
        ProcessInfo.processInfo.environment["RANDOM_SEED"].flatMap { UInt64($0) } ?? 1

    @Test(arguments: [seed])
    func everySourceEndsOnceWhateverDies(seed: UInt64) async throws {
        let deployment = try await deployment()
        try await SourceFolder.make("in")
        try await upload("in", to: deployment)
        async let local = PushMedia.run("prepare", "in", "--out", "local", "-q")
        try await deployment.submit("--replicas", "3")
        #expect(try await local.status == 1)

        var crew = try Crew(4, in: deployment, "--lease", "5", "--deliveries", "20")
        let status = try deployment.start(["status", "b", "--wait", "-q"])
        try await disturb(deployment, &crew, SeededRandom(seed: seed))
        let output = try await status.output()
        #expect(output.status == 1 && output.stderr.isEmpty, "\(output.stderr)")
        // Who was killed between the result and its acknowledgement leaves a job that is done once more.
        await PushMedia.until { (try? deployment.queued()) == 0 }

        try await expectNothingLeft(in: deployment)
        try await expectSameManifest(deployment)
        try await expectSameFiles(deployment)
        for worker in try await crew.end() {
            #expect(worker.status == 143, "\(worker.stderr.split(separator: "\n").suffix(3))")
        }
    }

    private func deployment() async throws -> Deployment {
        async let nats = NATSServers.start(3)
        async let s3 = S3Server.start()
        return try await Deployment(nats: nats, s3: s3)
    }

    /// Kills a worker now and then, the leader of the jobs, and the store, and lets the store hang.
    private func disturb(
        _ deployment: Deployment, _ crew: inout Crew, _ random: SeededRandom
    ) async throws {
        var random = random
        let kills = (0..<8).map { _ in random.whole(5...250) }.sorted()
        var leader: Int?
        let steps = (kills.map { ($0, Step.worker) } + Step.others).sorted { $0.0 < $1.0 }
        for (results, step) in steps {
            await crew.until(results: results)
            switch step {
            case .worker: try await crew.kill(random.whole(0...3))
            case .leaderGoes:
                leader = try deployment.nats.leader(of: deployment.stream + "_JOBS")
                try await deployment.nats.kill(#require(leader))
            case .leaderReturns: try deployment.nats.restart(#require(leader))
            case .storeHangs:
                deployment.s3.signal(SIGSTOP)
                await crew.untilQuiet(for: .seconds(2))
                try await crew.kill(random.whole(0...3))
                deployment.s3.signal(SIGCONT)
            case .storeDies: try deployment.s3.restart()
            }
        }
        #expect(crew.killed == kills.count + 1)
    }

    private enum Step {
        case worker, leaderGoes, leaderReturns, storeHangs, storeDies

        static let others: [(Int, Step)] = [
            (40, .leaderGoes), (100, .leaderReturns), (140, .storeHangs), (190, .storeDies),
        ]
    }

    private func upload(_ folder: String, to deployment: Deployment) async throws {
        let names = try PushMedia.files(folder)
        #expect(names.count == SourceFolder.count + 1)
        try await withThrowingTaskGroup { group in
            for name in names {
                group.addTask {
                    try await deployment.put(
                        file: PushMedia.path("\(folder)/\(name)"), as: "in/\(name)")
                }
            }
            try await group.waitForAll()
        }
    }

    private func expectNothingLeft(in deployment: Deployment) async throws {
        let status = try await deployment.run("status", "--format", "json").standardOutput
        let json = try JSONSerialization.jsonObject(with: Data(status)) as? [String: Any]
        #expect(json?["waiting"] as? Int == 0 && json?["held"] as? Int == 0)
        let held: Int? = try deployment.nats.client().jetStream(
            "CONSUMER.INFO.\(deployment.stream)_JOBS.workers", at: "num_ack_pending")
        #expect(held == 0)
        #expect(try deployment.deadLetters() == 0)
    }

    private func expectSameManifest(_ deployment: Deployment) async throws {
        let cluster = try await deployment.contents("out/manifest.json")
        let manifest = try await deployment.manifest()
        #expect(manifest.assets.count == SourceFolder.count)
        #expect(Set(manifest.assets.map(\.source)).count == SourceFolder.count)
        #expect(manifest.assets.contains { $0.source == SourceFolder.odd })
        for part in ["assets", "summary", "skipped"] {
            #expect(
                try Self.part(part, of: Data(cluster))
                    == Self.part(part, of: PushMedia.manifestData("local")), "\(part)")
        }
    }

    private func expectSameFiles(_ deployment: Deployment) async throws {
        let own: Set = ["manifest.json", "report.html"]
        let keys = try await deployment.keys(below: "out/").filter { !$0.hasPrefix(".pushmedia/") }
        let files = try PushMedia.files("local")
        #expect(Set(keys) == files && keys.count == files.count)
        for name in files.subtracting(own) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: PushMedia.path("local/" + name)))
            #expect(try await deployment.contents("out/" + name) == Array(bytes), "\(name)")
        }
    }

    private static func part(_ name: String, of manifest: Data) throws -> NSObject? {
        let json = try JSONSerialization.jsonObject(with: manifest) as? [String: Any]
        return json?[name] as? NSObject
    }
}
