import Foundation
import Synchronization

/// SeaweedFS with its S3 server, on free ports of 127.0.0.1.
///
/// It ends, and its files go, with the process that started it, however that ends. The program is
/// `weed` at `PUSHMEDIA_WEED`, or where `make setup-tests` puts it.
package final class S3Server: Sendable {
    package static let accessKey = "pushmedia-tests"
    package static let secretKey = "not/a+secret"

    package let port: Int
    private let encryptedPort: Int
    private let filerPort: Int
    private let process: RunningProcess
    private let directory: String

    /// Started once for all tests of a process.
    package static func shared() async throws -> S3Server {
        let task = sharedTask.withLock { task in
            let current = task ?? Task { try await S3Server.start() }
            task = current
            return current
        }
        return try await task.value
    }

    private static let sharedTask = Mutex<Task<S3Server, any Error>?>(nil)

    /// Starts a server of the test's own, to be stopped and continued by signals.
    package static func start(domain: String = "localhost") async throws -> S3Server {
        let server = try await S3Server(domain: domain)
        for _ in 0..<600 {
            if try server.isReady() { return server }
            try await Task.sleep(for: .milliseconds(100))
        }
        server.signal(SIGKILL)
        let log = try await server.process.output()
        throw Shell.Failure(program: ["weed"], output: log)
    }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// The same over TLS.
    package var encryptedURL: String { "https://127.0.0.1:\(encryptedPort)" }

    /// The certificate that is to be trusted there, which no authority has signed.
    package var certificate: String { directory + "/certificate" }

    /// What a program needs in its environment to use the server.
    package var environment: [String: String] {
        [
            "AWS_ACCESS_KEY_ID": Self.accessKey, "AWS_SECRET_ACCESS_KEY": Self.secretKey,
            "AWS_ENDPOINT_URL_S3": url,
        ]
    }

    /// Makes a bucket, as a folder of the file system that lies under them.
    package func makeBucket(_ name: String) throws {
        let status = try Self.status("POST", "/buckets/\(name)/", port: filerPort)
        guard status == 201 else { throw SystemError("make bucket", name, code: EIO) }
    }

    /// Removes a bucket with everything in it, behind the S3 server's back.
    package func removeBucket(_ name: String) throws {
        let path = "/buckets/\(name)?recursive=true"
        let status = try Self.status("DELETE", path, port: filerPort)
        guard status == 204 else { throw SystemError("remove bucket", name, code: EIO) }
    }

    /// Kills the server and starts it anew, with what it has stored; it answers again after some seconds.
    package func restart() throws {
        try "".write(toFile: directory + "/again", atomically: true, encoding: .utf8)
        signal(SIGKILL)
    }

    /// Sends a signal to the server itself, such as `SIGSTOP`.
    package func signal(_ number: Int32) {
        guard let text = try? String(contentsOfFile: directory + "/pid", encoding: .utf8),
            let id = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return }
        kill(id, number)
    }

    private init(domain: String) async throws {
        let ports = try FreePort.some(9)
        port = ports[0]
        filerPort = ports[2]
        encryptedPort = ports[8]
        directory = NSTemporaryDirectory() + "/pushmedia-weed-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try Self.identities.write(
            toFile: directory + "/s3.json", atomically: true, encoding: .utf8)
        try await Shell.require(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
                + ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
                + ["-keyout", directory + "/key", "-out", directory + "/certificate"])
        process = try RunningProcess(
            ["sh", "-c", Self.script, "\(getpid())", directory, try Self.program()]
                + Self.arguments(ports, directory, domain: domain))
    }

    deinit { signal(SIGKILL) }

    private func isReady() throws -> Bool {
        // An empty folder would not last.
        try Self.status("GET", "/buckets/", port: filerPort) == 200
            && Self.status("GET", "/", port: port) == 403
    }

    /// The status of the reply to a request that is not signed; nil if nobody listens.
    private static func status(_ method: String, _ path: String, port: Int) throws -> Int? {
        let socket = try LoopbackSocket()
        guard socket.connectToPort(port) else { return nil }
        return withExtendedLifetime(socket) {
            let head = "\(method) \(path) HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
            LoopbackSocket.send(head, to: socket.descriptor)
            let words = LoopbackSocket.receive(from: socket.descriptor).split(separator: " ")
            return words.count > 1 ? Int(words[1]) : nil
        }
    }

    /// Runs a program, and ends it and removes its folder once the process ends whose id is `$0`.
    private static let script = """
        directory=$1; shift
        (tail --pid="$0" -s 0.2 -f /dev/null; kill -KILL $(cat "$directory/pid"); rm -rf "$directory") & watch=$!
        while :; do
            "$@" & weed=$!
            echo $weed >"$directory/pid"
            wait $weed; status=$?
            rm "$directory/again" 2>/dev/null || break
        done
        kill $watch; rm -rf "$directory"; exit $status
        """

    private static let identities = """
        {"identities": [{"name": "tests", "actions": ["Admin", "Read", "Write", "List", "Tagging"],
        "credentials": [{"accessKey": "\(accessKey)", "secretKey": "\(secretKey)"}]}]}
        """

    private static func arguments(
        _ ports: [Int], _ directory: String, domain: String
    ) -> [String] {
        let parts = ["s3", "filer", "master", "volume"].enumerated().flatMap { index, part in
            ["-\(part).port=\(ports[2 * index])", "-\(part).port.grpc=\(ports[2 * index + 1])"]
        }
        return [
            "server", "-dir=\(directory)", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
            "-volume.max=1000", "-filer.localSocket=\(directory)/filer", "-s3",
            "-s3.config=\(directory)/s3.json", "-s3.localSocket=\(directory)/s3",
            "-s3.domainName=\(domain)", "-s3.autoCreateBucket=false", "-s3.port.iceberg=0",
            "-s3.port.lance=0", "-s3.port.https=\(ports[8])",
            "-s3.cert.file=\(directory)/certificate", "-s3.key.file=\(directory)/key",
        ] + parts
    }

    private static func program() throws -> String {
        let named = ProcessInfo.processInfo.environment["PUSHMEDIA_WEED"]
        let path = named ?? FileManager.default.currentDirectoryPath + "/.build/tools/bin/weed"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw SystemError("`make setup-tests` puts it there", path, code: ENOENT)
        }
        return path
    }
}
