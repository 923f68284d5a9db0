package import CodecLink
internal import Preparation

/// What came of a job.
struct ResultMessage: Codable, Sendable {
    static let schema = "pushmedia-result/1"

    var schema = ResultMessage.schema
    /// The job's.
    var request: String
    var round: UInt64
    var record: BatchRecord
    var tool: WorkerTool

    /// The job's id.
    var job: String { JobMessage.id(request, round) }
}

/// What a worker decodes with.
package struct WorkerTool: Codable, Sendable, Hashable {
    package var libvips: String
    package var ffmpeg: String
    /// Parts of the cage that its machine lacks.
    package var lacking: [String]

    package init(_ versions: CodecVersions, _ cage: Cage) {
        libvips = versions.libvips
        ffmpeg = versions.ffmpeg
        lacking = cage.missing
    }
}

/// A job that nobody could finish, and why.
struct DeadLetter: Codable, Sendable {
    static let schema = "pushmedia-dead/1"

    var schema = DeadLetter.schema
    var reason: Reason
    /// As it was found, in Base64 where it is no text.
    var message: String
}
