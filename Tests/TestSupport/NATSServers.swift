import Foundation
import Synchronization

/// One `nats-server`, or several that are a cluster, with JetStream on free ports of 127.0.0.1.
///
/// They end, and their files go, with the process that started them, however that ends.
package final class NATSServers: Sendable {
    private let clientPorts: [Int]
    private let clusterPorts: [Int]
    private let directory: String
    /// What every server is started with besides.
    private let arguments: [String]
    private let processes: Mutex<[RunningProcess]>

    /// One server, started once for all tests of a process.
    package static func shared() async throws -> NATSServers {
        let task = sharedTask.withLock { task in
            let current = task ?? Task { try await NATSServers.start() }
            task = current
            return current
        }
        return try await task.value
    }

    private static let sharedTask = Mutex<Task<NATSServers, any Error>?>(nil)

    /// Starts servers of the test's own, to be killed and started again; returns once they keep messages.
    package static func start(
        _ count: Int = 1, _ arguments: [String] = ["-js"]
    ) async throws -> NATSServers {
        let servers = try NATSServers(count, arguments)
        for number in 0..<count { try servers.launch(number) }
        for _ in 0..<600 {
            if servers.areReady { return servers }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw SystemError("start", "nats-server", code: ETIMEDOUT)
    }

    /// The addresses of all, for `--nats`.
    package var url: String {
        clientPorts.map { "nats://127.0.0.1:\($0)" }.joined(separator: ",")
    }

    /// A connection to the first that takes one.
    package func client() throws -> NATSClient {
        for port in clientPorts.dropLast() {
            if let client = try? NATSClient(port: port) { return client }
        }
        return try NATSClient(port: clientPorts[clientPorts.count - 1])
    }

    /// The number of the server that leads a stream; nil while there is none.
    package func leader(of stream: String) throws -> Int? {
        let name: String? = try client().jetStream("STREAM.INFO.\(stream)", at: "cluster.leader")
        return name.flatMap { Int($0) }
    }

    /// Ends a server by a signal, and waits until it is gone.
    package func kill(_ number: Int, by signal: Int32 = SIGKILL) async throws {
        self.signal(number, signal)
        _ = try await processes.withLock { $0[number] }.output()
    }

    /// Starts one anew that was killed; others have to wait until it listens.
    package func restart(_ number: Int) throws {
        let process = try process(number)
        processes.withLock { $0[number] = process }
    }

    /// Sends a signal to a server itself, such as `SIGSTOP`.
    package func signal(_ number: Int, _ signal: Int32) {
        guard let text = try? String(contentsOfFile: "\(directory)/\(number)/pid", encoding: .utf8),
            let id = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return }
        Foundation.kill(id, signal)
    }

    private init(_ count: Int, _ arguments: [String]) throws {
        let ports = try FreePort.some(2 * count)
        clientPorts = Array(ports[..<count])
        clusterPorts = Array(ports[count...])
        directory = NSTemporaryDirectory() + "/pushmedia-nats-\(UInt64.random(in: 0 ... .max))"
        self.arguments = arguments
        processes = Mutex([])
    }

    deinit {
        for number in clientPorts.indices { signal(number, SIGKILL) }
        // What stays lies in a folder for temporary files.
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func launch(_ number: Int) throws {
        let process = try process(number)
        processes.withLock { $0.append(process) }
    }

    private func process(_ number: Int) throws -> RunningProcess {
        let folder = "\(directory)/\(number)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        var command = ["nats-server", "-a", "127.0.0.1", "-p", "\(clientPorts[number])"]
        command += ["-sd", folder, "--name", "\(number)"] + arguments
        if clientPorts.count > 1 {
            let routes = clusterPorts.map { "nats://127.0.0.1:\($0)" }
            command += ["--cluster_name", "tests", "--cluster", routes[number]]
            command += ["--routes", routes.joined(separator: ",")]
        }
        return try RunningProcess(
            ["sh", "-c", Self.script, "\(getpid())", directory, "\(number)"] + command)
    }

    /// Runs a program, and ends it and removes the folder once the process ends whose id is `$0`.
    private static let script = """
        directory=$1; number=$2; shift 2
        "$@" & server=$!
        echo $server >"$directory/$number/pid"
        (tail --pid="$0" -s 0.2 -f /dev/null; kill -KILL $server; rm -rf "$directory") & watch=$!
        wait $server; status=$?
        kill $watch; exit $status
        """

    /// Whether they keep as many copies of a message as they are; those without JetStream need only answer.
    private var areReady: Bool {
        guard arguments.contains("-js") else { return (try? client()) != nil }
        let stream = #"{"name":"READY","subjects":["ready"],"num_replicas":\#(clientPorts.count)}"#
        guard let client = try? client(),
            let name: String = try? client.jetStream(
                "STREAM.CREATE.READY", stream, at: "config.name")
        else { return false }
        return (try? client.jetStream("STREAM.DELETE.\(name)", at: "success")) == true
    }
}
