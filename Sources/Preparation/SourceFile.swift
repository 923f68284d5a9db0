package import AttachmentRules
package import CodecLink
package import Storage

/// A file opened for reading, with its type told from its bytes; closed when it goes away.
package final class SourceFile: Sendable {
    /// As it was when the file was opened; nothing behind it is read.
    package var size: Int64 { status.size }
    package let sniffed: Sniffed
    package var descriptor: Int32 { file.descriptor }
    private let file: OpenFile
    private let status: FileStatus

    package convenience init(_ path: BytePath) throws(StorageError) {
        try self.init(OpenFile(reading: path))
    }

    package init(_ file: OpenFile) throws(StorageError) {
        self.file = file
        status = try file.status()
        sniffed = Sniffer.sniff(head: try file.bytes(count: Sniffer.window), fileSize: status.size)
    }

    /// The file's first bytes, so many at most.
    package func head(_ count: Int) throws(StorageError) -> [UInt8] {
        try file.bytes(count: min(count, Int(clamping: size)))
    }

    /// Throws `ECANCELED` once the task is cancelled or the deadline has passed.
    func digest(until deadline: ContinuousClock.Instant) throws(StorageError) -> String {
        try file.digest(count: size) { !Task.isCancelled && ContinuousClock.now < deadline }.hex
    }

    /// Whether nobody has written to it since it was opened.
    func isUnchanged() throws(StorageError) -> Bool {
        let now = try file.status()
        return now.size == status.size && now.modified == status.modified
    }

    /// Why the file is not read; nil where it has no more than so many bytes.
    func excess(over most: Int64) -> Reason? {
        size > most ? Self.excess(size, over: most) : nil
    }

    static func excess(_ size: Int64, over most: Int64) -> Reason {
        Reason(.tooLarge, "the file has \(size) bytes, at most \(most) are read")
    }

    /// What the file is; for a type that is not taken, its type and size alone.
    ///
    /// Throws `Refusal` or `CodecFailure`.
    ///
    /// - Parameters:
    ///   - allowed: types that are taken although they are not by default.
    ///   - listsFrames: whether the facts list the frames of a GIF.
    ///   - listens: whether the facts tell if a video's sound is silent.
    package func facts(
        _ depth: Probe.Depth, seconds: Double, allowed: Set<MediaType> = [],
        listsFrames: Bool = false, listens: Bool = false, in lane: CodecLane
    ) async throws -> Facts {
        guard sniffed.type.isTaken || allowed.contains(sniffed.type) else {
            return Facts(type: sniffed.type, bytes: size)
        }
        let probe = Probe(
            type: sniffed.type, offset: sniffed.offset, depth: depth, seconds: seconds,
            listsFrames: listsFrames, listens: listens)
        var facts = try await lane.probe(probe, input: descriptor)
        // Nobody has to take another program's word for it.
        facts.bytes = size
        return facts
    }
}

extension MediaType {
    /// Whether an attachment can come of it without being asked to allow it.
    var isTaken: Bool { exportAdvice == nil }
}
