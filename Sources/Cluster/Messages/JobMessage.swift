internal import FoundationEssentials
internal import Preparation
internal import S3
internal import Storage

/// A message that asks for one source to be prepared: everything that a worker has to know.
struct JobMessage: Codable, Sendable, Equatable {
    static let schema = "pushmedia-job/1"

    var schema = JobMessage.schema
    /// What is asked for: the same for the same source, version, options and output.
    var request: String
    /// The same request is made anew in another round.
    var round: UInt64
    var batch: String
    /// The source's path inside its SOURCE.
    var name: String
    var object: RemoteObject
    /// Another source may want the same output's name.
    var isContested: Bool
    /// The address of the output folder.
    var output: String
    var options: JobOptions
    /// Attempts before the message was put into the queue.
    var attempts = 0

    /// Of this request in this round; of results, it tells what they are about.
    var id: String { Self.id(request, round) }

    static func id(_ request: String, _ round: UInt64) -> String {
        SHA256Digest.of(Array("\(request) \(round)".utf8)).hex
    }

    var source: Source { Source(name: BytePath(name), place: .object(object)) }

    /// Whether it says what a submission says; others may have written it.
    var isSound: Bool {
        StreamNames.isName(batch) && S3Address(output) != nil
            && S3Address(object.address)?.key.isEmpty == false && object.bytes >= 0
            && S3Discovery.isName(name) && (0..<1_000_000).contains(attempts)
    }

    /// What the source is called in subjects.
    var sourceDigest: String { Self.digest(of: name) }

    static func digest(of name: String) -> String {
        String(SHA256Digest.of(Array(name.utf8)).hex.prefix(32))
    }

    static func request(
        batch: String, name: String, object: RemoteObject, output: String, settings: String
    ) -> String {
        let parts = [
            batch, name, object.address, "\(object.bytes)", object.version, output, settings,
        ]
        return SHA256Digest.of(Array(parts.joined(separator: "\n").utf8)).hex
    }

    func encoded() throws -> [UInt8] {
        try Message.encode(self)
    }
}

/// Messages in general: JSON with a schema.
enum Message {
    private struct Header: Codable {
        var schema: String
    }

    static func encode(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(message))
    }

    /// Reads a message of a schema.
    ///
    /// Throws `.newerMessage` for another schema, nil for what is no message at all.
    static func decode<Value: Decodable>(
        _ bytes: [UInt8], schema: String
    ) throws(ClusterError) -> Value? {
        let data = Data(bytes)
        guard let header = try? JSONDecoder().decode(Header.self, from: data) else { return nil }
        guard header.schema == schema else {
            throw ClusterError(
                .newerMessage(header.schema), operation: "read", subject: "a message")
        }
        return try? JSONDecoder().decode(Value.self, from: data)
    }
}
