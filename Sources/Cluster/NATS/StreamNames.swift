/// The names of a deployment's streams, and the subjects in them.
package struct StreamNames: Sendable, Equatable {
    /// Such as `PUSHMEDIA`.
    package let base: String
    private let root: String

    /// - Parameter base: letters, digits, `-` and `_`; nil with anything else.
    package init?(_ base: String) {
        guard Self.isName(base) else { return nil }
        self.base = base
        root = base.lowercased()
    }

    /// The jobs that are to be done; what is acknowledged is gone.
    var jobs: String { base + "_JOBS" }
    /// What came of jobs, and the batches that they belong to: the last message of each subject.
    var results: String { base + "_RESULTS" }

    var jobSubjects: [String] { ["\(root).job.*"] }
    var resultSubjects: [String] { ["\(root).batch.*", "\(root).result.*.*", "\(root).dead.*.*"] }

    /// Of all jobs of a batch.
    func job(_ batch: String) -> String { "\(root).job.\(batch)" }
    /// Of a batch's description.
    func batch(_ batch: String) -> String { "\(root).batch.\(batch)" }
    /// Of what came of one source of a batch; the source by its digest.
    func result(_ batch: String, _ source: String) -> String {
        "\(root).result.\(batch).\(source)"
    }
    /// Of the jobs that nobody could finish.
    func dead(_ batch: String, _ source: String) -> String { "\(root).dead.\(batch).\(source)" }

    /// What can be a part of a subject, and of an object's key.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
