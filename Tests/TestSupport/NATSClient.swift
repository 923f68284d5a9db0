import Foundation

/// A connection to one NATS server, which speaks its protocol of lines and does no more than tests need.
///
/// It shares no code with the product's client, and it waits on the calling thread.
package final class NATSClient {
    private let socket: LoopbackSocket
    private var received = ""
    private var requests = 0

    private static let seconds = 5

    /// Throws where nobody listens, or who does is no NATS server.
    package init(port: Int) throws {
        socket = try LoopbackSocket()
        try socket.setPatience(seconds: Self.seconds)
        guard socket.connectToPort(port) else { throw SystemError("connect", "\(port)") }
        guard try line().hasPrefix("INFO ") else { throw SystemError("read", "INFO", code: EPROTO) }
        try send("CONNECT {\"verbose\":false,\"headers\":true,\"no_responders\":true}")
    }

    /// Sends a message and waits for the answer to it; empty where nobody answers for.
    package func request(_ subject: String, _ message: String = "") throws -> String {
        requests += 1
        try send("SUB answers.\(requests) \(requests)")
        try send("UNSUB \(requests) 1")
        try send("PUB \(subject) answers.\(requests) \(message.utf8.count)\r\n\(message)")
        while true {
            let words = try line().split(separator: " ")
            switch words.first {
            case "MSG": return try text(count: words.last)
            case "HMSG":
                // What has headers is an answer of the server itself: there is no responder.
                _ = try text(count: words.last)
                return ""
            case "PING": try send("PONG")
            case "-ERR": throw SystemError("request", words.joined(separator: " "), code: EPROTO)
            default: break
            }
        }
    }

    /// Appends a message to the stream that takes its subject; throws unless it is kept there.
    package func publish(_ text: String, to subject: String) throws {
        let receipt = try request(subject, text)
        guard receipt.contains("\"stream\""), !receipt.contains("\"error\"") else {
            throw SystemError("publish", "\(subject): \(receipt)", code: EPROTO)
        }
    }

    /// What JetStream answers, such as to `STREAM.INFO.NAME`, by a dotted path in it; nil where that is not there.
    package func jetStream<Value>(
        _ operation: String, _ message: String = "", at path: String
    ) throws -> Value? {
        let answer = try request("$JS.API." + operation, message)
        var value: Any? = try? JSONSerialization.jsonObject(with: Data(answer.utf8))
        for key in path.split(separator: ".") {
            value = (value as? [String: Any])?[String(key)]
        }
        return value as? Value
    }

    private func send(_ line: String) throws {
        guard LoopbackSocket.send(line + "\r\n", to: socket.descriptor) else {
            throw SystemError("send", line)
        }
    }

    private func line() throws -> String {
        while true {
            if let end = received.firstRange(of: "\r\n") {
                defer { received.removeSubrange(..<end.upperBound) }
                return String(received[..<end.lowerBound])
            }
            try receive()
        }
    }

    private func text(count: Substring?) throws -> String {
        guard let count = count.flatMap({ Int($0) }) else {
            throw SystemError("read", "a message", code: EPROTO)
        }
        while received.utf8.count < count + 2 { try receive() }
        let end = received.utf8.index(received.startIndex, offsetBy: count)
        defer { received = String(received.utf8[end...].dropFirst(2)) ?? "" }
        return String(received[..<end])
    }

    private func receive() throws {
        let more = LoopbackSocket.receive(from: socket.descriptor)
        guard !more.isEmpty else { throw SystemError("receive", "from NATS", code: EPIPE) }
        received += more
    }
}
