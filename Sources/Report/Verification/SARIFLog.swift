/// The parts of SARIF 2.1.0 that are written here.
///
/// Of the OASIS standard "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", sections 3.13 on.
struct SARIFLog: Encodable {
    struct Message: Encodable { var text: String }

    struct Run: Encodable {
        var tool: Tool
        var invocations: [Invocation]
        var results: [Result]
        /// Columns are none here; the standard wants to know how they are counted all the same.
        var columnKind = "unicodeCodePoints"
    }

    struct Invocation: Encodable {
        /// It came to an end, whatever it found.
        var executionSuccessful = true
        var toolExecutionNotifications: [Notification]
    }

    struct Notification: Encodable {
        var level: String
        var message: Message
    }

    struct Tool: Encodable {
        struct Driver: Encodable {
            var name: String
            var version: String
            var rules: [Rule]
        }

        var driver: Driver
    }

    struct Rule: Encodable {
        struct Configuration: Encodable { var level: String }

        struct Properties: Encodable {
            var basis: String
            var source: String
            var date: String
        }

        var id: String
        var shortDescription: Message
        var fullDescription: Message
        var helpUri: String?
        var help: Message
        var defaultConfiguration: Configuration
        var properties: Properties
    }

    struct Result: Encodable {
        struct Suppression: Encodable {
            var kind = "external"
            var justification: String?
        }

        var ruleId: String
        var ruleIndex: Int?
        var level: String
        var message: Message
        var locations: [Location]
        /// The same for the same rule of the same file, so that readers know a result again.
        var partialFingerprints: [String: String]
        /// `unchanged` for one of the baseline, `new` for another; nil without a baseline.
        var baselineState: String?
        var suppressions: [Suppression]?
    }

    struct Location: Encodable {
        struct Physical: Encodable {
            struct Artifact: Encodable { var uri: String }

            struct Region: Encodable { var startLine = 1 }

            var artifactLocation: Artifact
            /// Media have no lines, but GitHub takes no result without one.
            var region = Region()
        }

        var physicalLocation: Physical
    }

    enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    var schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    var version = "2.1.0"
    var runs: [Run]
}
