/// The environment variables that the program reads, for its man page.
struct EnvironmentVariable: Sendable {
    let names: [String]
    let meaning: String

    static let all: [EnvironmentVariable] = [
        .init(
            ["PUSHMEDIA_CAGE"],
            "What --cage is where it is not given: require or best, the default."),
        .init(
            ["TMPDIR"],
            "Where files from a store lie on their way, without names; /tmp by default."),
        .init(
            ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"],
            "Credentials for stores."),
        .init(["AWS_REGION", "AWS_DEFAULT_REGION"], "The stores' region; us-east-1 by default."),
        .init(
            ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"], "The store, where it is not Amazon's own."),
        .init(
            ["AWS_S3_ADDRESSING_STYLE"],
            "Where a bucket's name goes: path, virtual or auto, the default."),
        .init(["AWS_CA_BUNDLE"], "Certificates to trust in a store, in PEM."),
        .init(
            ["CURL_CA_BUNDLE", "SSL_CERT_FILE"],
            "Certificates to trust on the web in place of the system's, in PEM."),
        .init(["NATS_URL", "NATS_CREDS"], "What --nats and --creds are where they are not given."),
        .init(["NATS_USER", "NATS_PASSWORD", "NATS_TOKEN"], "Who asks the queue's servers."),
        .init(["NATS_CA", "NATS_CERT", "NATS_KEY"], "Files for TLS with them, in PEM."),
        .init(["NO_COLOR"], "Set, no output is coloured."),
        .init(
            ["CLICOLOR_FORCE", "FORCE_COLOR"],
            "1: output is coloured even where it goes to no terminal."),
        .init(["CLICOLOR"], "0: no output is coloured."),
        .init(["TERM"], "Without it, or where it is dumb: no colours, and no progress line."),
        .init(
            ["LC_ALL", "LC_CTYPE", "LANG"],
            "The first that is set names the locale; in one that is not UTF-8, tables are in ASCII."
        ),
    ]

    private init(_ names: [String], _ meaning: String) {
        self.names = names
        self.meaning = meaning
    }
}
