extension AudioTags {
    /// The chunks of a CAF: four letters and a size of 64 bits each, without padding.
    mutating func readCAF(_ source: ByteSource) {
        var at: Int64 = 8
        for _ in 0..<Self.maxChunks {
            let head = source.bytes(at: at, count: 12)
            guard head.count == 12 else { break }
            let (there, size) = (source.count - at - 12, head.be64(at: 4))
            if head.has("data") {
                // A recorder that does not know yet writes -1: the sound goes on to the end.
                soundBytes = min(size ?? there, there)
                isTruncated = (size ?? there) > there
                at += 12 + min(size ?? there, there)
                continue
            }
            guard let size, size <= there, Self.isName(head) else { break }
            noteChunk(head.fourLetters(at: 0))
            at += 12 + size
        }
        trailingBytes = max(0, source.count - at)
    }

    /// Whether a chunk may begin with these letters.
    private static func isName(_ head: [UInt8]) -> Bool {
        head.prefix(4).allSatisfy { (0x20...0x7e).contains($0) }
    }

    /// Notes chunks that tell of people, devices and editing.
    private mutating func noteChunk(_ name: String) {
        switch name {
        case "info", "edct", "umid", "uuid", "mark", "strg", "regn", "midi": note(name)
        default: break
        }
    }
}
