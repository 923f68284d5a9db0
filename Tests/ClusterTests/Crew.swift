import Foundation
import TestSupport

/// Several workers of a cluster, any of which can be killed; another one takes its place at once.
struct Crew {
    private let deployment: Deployment
    private let arguments: [String]
    private var workers: [RunningProcess] = []
    /// Results that those have told of who were killed.
    private var formerResults = 0
    private(set) var killed = 0

    init(_ count: Int, in deployment: Deployment, _ arguments: String...) throws {
        self.deployment = deployment
        self.arguments = ["work", "--jobs", "1", "--log", "json"] + arguments
        for _ in 0..<count { try workers.append(deployment.start(self.arguments)) }
    }

    /// Results that were told of until now; one may have been told of twice.
    var results: Int {
        workers.reduce(formerResults) { $0 + ((try? $1.count(of: "finished")) ?? 0) }
    }

    /// Waits until so many results were told of.
    func until(results: Int) async {
        await PushMedia.until { self.results >= results }
    }

    /// Waits until nobody has told of a result for so long.
    func untilQuiet(for duration: Duration) async {
        var (last, since) = (results, ContinuousClock.now)
        await PushMedia.until {
            let now = results
            if now != last { (last, since) = (now, .now) }
            return since.duration(to: .now) > duration
        }
    }

    mutating func kill(_ number: Int) async throws {
        workers[number].signal(SIGKILL)
        let log = try await workers[number].output().stderr
        formerResults += log.components(separatedBy: "\"event\":\"finished\"").count - 1
        killed += 1
        workers[number] = try deployment.start(arguments)
    }

    /// Stops all of them gently, and returns what they leave behind.
    func end() async throws -> [Shell.Output] {
        for worker in workers { worker.signal(SIGTERM) }
        var outputs: [Shell.Output] = []
        for worker in workers { outputs.append(try await worker.output()) }
        return outputs
    }
}
