// What the man pages say of each command besides its options; help shows the examples as well.

extension PrepareCommand {
    static let description = [
        "Every SOURCE, a file, a folder or an address in a store (s3://BUCKET/PREFIX), is told by its bytes, never by its name. Each file becomes an attachment in DIR, or the result says why it does not.",
        "A run that is repeated does only what is missing or changed. A source is never written to.",
    ]
    static let examples: [CommandDefinition.Example] = [
        .init("prepare campaign/ --out ready/", "Prepare a folder."),
        .init("prepare hero.mov --out ready/ --start 4", "Begin a video at its fourth second."),
        .init("prepare campaign/ --out ready/ --dry-run", "Only say what would be done."),
    ]
}

extension VerifyCommand {
    static let description = [
        "A gate for attachments, whoever has made them: nothing is written, and the exit code is 0 only if every file satisfies every rule. Findings that are advice do not count."
    ]
    static let examples: [CommandDefinition.Example] = [
        .init("verify ready/", "Check a folder."),
        .init(
            "verify ready/manifest.json", "Check a folder against its manifest, byte for byte."),
        .init(
            "verify ready/ --format sarif --output verify.sarif", "Write what code scanning reads."),
        .init(
            "verify push.json --categories categories.json --media-key image_link",
            "Check a payload for an app with categories and a key of its own."),
    ]
}

extension InspectCommand {
    static let description = [
        "Tells what a file is, which rules it breaks, and what prepare would do with it. Nothing is written."
    ]
    static let examples: [CommandDefinition.Example] = [
        .init("inspect party.gif", "Look at a file, frame by frame.")
    ]
}

extension RulesCommand {
    static let description = [
        "Each rule is listed with its id, which reports name, its limit, and the document and day that the limit is from."
    ]
}

extension PayloadCommand {
    static let description = [
        "FILE is verified first, and its type told by its bytes; what its thumbnail shows comes from the manifest beside it, or is looked for. The payload has at most 4,096 bytes, or the reason says what to shorten."
    ]
    static let examples: [CommandDefinition.Example] = [
        .init(
            "payload ready/hero.jpg --url https://example.com/hero.jpg --title Sale --category OFFER",
            "Write a payload for one's own service extension."),
        .init(
            "payload ready/hero.jpg --url https://example.com/hero.jpg --title Sale --simulator com.example.shop",
            "Write hero.apns for xcrun simctl push."),
    ]
}

extension SubmitCommand {
    static let description = [
        "Workers that share the queue prepare the sources, and status with --wait settles the batch. The same sources under the same options are the same batch: they are queued once."
    ]
    static let examples: [CommandDefinition.Example] = [
        .init(
            "submit s3://campaign/summer --out s3://campaign/ready", "Queue what lies in a store.")
    ]
}

extension WorkCommand {
    static let description = [
        "A worker takes jobs from the queue in NATS JetStream, with sources and attachments in S3. It can be ended at any time: jobs that it has not finished go to others."
    ]
    static let examples: [CommandDefinition.Example] = [
        .init("work --listen 0.0.0.0:9090", "Work, and answer for health and metrics."),
        .init("work --idle 60", "End once the queue was empty for a minute."),
    ]
}

extension StatusCommand {
    static let examples: [CommandDefinition.Example] = [
        .init("status summer --wait", "Wait for a batch, then write its manifest and report.")
    ]
}

extension DoctorCommand {
    static let description = [
        "The exit code is 0 only if no codec and no part of the cage is missing."
    ]
}
