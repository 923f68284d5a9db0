import Dispatch
import Glibc
import Synchronization

/// An HTTP server on a free port of 127.0.0.1 that answers as a test tells it to, however wrong.
///
/// Each connection takes one request; the nth request gets the nth answer, later ones the last.
package final class ScriptedServer: Sendable {
    package enum Answer: Sendable {
        /// These bytes, then the connection is closed.
        case bytes(String)
        /// Nothing, until the client gives up.
        case silence

        /// A whole reply.
        package static func reply(
            _ status: String, headers: [String] = [], body: String = ""
        ) -> Answer {
            let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
            return .bytes(head.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + body)
        }

        /// A reply of S3's that carries an error.
        package static func error(
            _ status: String, _ code: String, headers: [String] = []
        ) -> Answer {
            reply(status, headers: headers, body: "<Error><Code>\(code)</Code></Error>")
        }
    }

    package let port: Int
    /// Opens when a request got no answer.
    package let isSilent = Gate()

    private let listener: LoopbackSocket
    private let answers: [Answer]
    private let received = Mutex<[String]>([])

    package init(_ answers: [Answer]) throws {
        precondition(!answers.isEmpty, "a server has an answer")
        self.answers = answers
        listener = try LoopbackSocket()
        port = try listener.bindToFreePort()
        guard listen(listener.descriptor, 64) == 0 else { throw SystemError("listen", "TCP") }
        DispatchQueue(label: "server \(port)").async { @Sendable [weak self, listener] in
            while true {
                let connection = accept(listener.descriptor, nil, nil)
                if connection < 0, errno == EINTR { continue }
                guard connection >= 0, let self else { return }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                self.serve(connection)
            }
        }
    }

    /// Wakes the thread that waits for connections.
    deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// The requests so far, each with its head and as much of its body as came with it.
    package var requests: [String] { received.withLock(\.self) }

    private func serve(_ connection: Int32) {
        DispatchQueue(label: "connection of server \(port)").async { @Sendable in
            defer { close(connection) }
            guard let request = Self.read(connection) else { return }
            let number = self.received.withLock { received in
                received.append(request)
                return received.count
            }
            switch self.answers[min(number, self.answers.count) - 1] {
            case .bytes(let text):
                LoopbackSocket.send(text, to: connection)
                shutdown(connection, Int32(SHUT_WR))
            case .silence:
                self.isSilent.open()
            }
            // A connection that is closed with bytes unread takes the answer with it.
            while !LoopbackSocket.receive(from: connection).isEmpty {}
        }
    }

    /// Reads a head and what comes with it; nil if the client went away.
    private static func read(_ connection: Int32) -> String? {
        var request = ""
        while !request.contains("\r\n\r\n") {
            let more = LoopbackSocket.receive(from: connection)
            guard !more.isEmpty else { return nil }
            request += more
        }
        return request
    }
}
