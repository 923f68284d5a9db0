internal import Cluster
internal import Preparation
internal import S3
internal import Storage

extension Option {
    /// Where the cluster's queue is.
    static let cluster = [Option]([
        .value(
            "nats", nil, "URL,...", help: "The queue's servers (default: NATS_URL, or this machine)"
        ),
        .value(
            "creds", nil, "FILE", names: .file, help: "Credentials for them (default: NATS_CREDS)"),
        .value(
            "stream", nil, "NAME", help: "What the queue's streams are called (default: PUSHMEDIA)"),
        .value(
            "replicas", nil, "N", kind: .integer,
            help: "Servers that keep each message, when the streams are made (default: 1)"),
        .value(
            "outage", nil, "S", kind: .real,
            help: "Seconds to wait for servers that do not answer (default: 300)"),
    ]).under(.cluster)
}

/// How the cluster is reached: the queue and the store.
struct ClusterAccess: Sendable {
    private let servers: String?
    private let credentialsFile: String?
    private let names: StreamNames
    let replicas: Int?
    private let outage: Duration

    init(_ typed: TypedOptions) throws(UsageError) {
        let name = typed.text("stream")?.text ?? "PUSHMEDIA"
        guard let names = StreamNames(name) else {
            throw UsageError(
                "--stream takes letters, digits, - and _, not \(Console.quoted(name))")
        }
        self.names = names
        servers = typed.text("nats")?.text
        credentialsFile = typed.text("creds")?.text
        replicas = try typed.count("replicas", in: 1...5)
        outage = .seconds(try typed.seconds("outage", in: 0...86_400) ?? 300)
    }

    func connect() async throws -> JetStream {
        let settings = try NATSSettings(
            servers: servers, credentialsFile: credentialsFile, environment: Environment.value)
        return try await JetStream.connect(
            settings, names: names, patience: Patience(total: outage))
    }

    func store(connections: Int) throws -> StoreAccess {
        try StoreAccess(connections: connections, outage: outage)
    }
}
