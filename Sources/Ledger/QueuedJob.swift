/// A job to be enqueued.
package struct QueuedJob: Sendable, Equatable {
    /// What the work is about; one job a key.
    package let key: [UInt8]
    /// Heavier jobs come first, so that the last lane is not left alone with a long one.
    package let weight: Int64

    package init(key: [UInt8], weight: Int64) {
        self.key = key
        self.weight = weight
    }
}
