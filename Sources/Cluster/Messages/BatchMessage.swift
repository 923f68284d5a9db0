internal import Preparation

/// What was submitted under one name.
struct BatchMessage: Codable, Sendable, Equatable {
    static let schema = "pushmedia-batch/1"

    var schema = BatchMessage.schema
    var name: String
    /// The address of the output folder.
    var output: String
    var options: JobOptions
    var total: Int
    /// The digest of the list of jobs, which lies in the output folder.
    var listSHA256: String
    /// Hidden files and what systems leave behind.
    var ignored: Int
    /// Objects whose keys name no file.
    var skipped: [Skipped]
}

/// A line of a batch's list of jobs.
struct ListedJob: Codable, Sendable, Equatable {
    var id: String
    var name: String
    var object: RemoteObject
}
