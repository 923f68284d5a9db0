extension AudioTags {
    /// More chunks than any recorder writes.
    static let maxChunks = 100_000
    /// What streams write who do not know yet.
    private static let unknownSize: Int64 = 0xffff_ffff

    /// The chunks of a WAV (little-endian sizes) or an AIFF (big-endian).
    mutating func readChunks(_ source: ByteSource, isLittle: Bool) {
        let head = source.bytes(at: 0, count: 12)
        guard let size = isLittle ? head.le32(at: 4) : head.be32(at: 4) else { return }
        isLong = head.has("RF64") || head.has("BW64")
        if !isLong { declaredSize = Int64(size) + 8 }
        var at: Int64 = 12
        for _ in 0..<Self.maxChunks {
            let chunk = source.bytes(at: at, count: 12)
            guard let size = isLittle ? chunk.le32(at: 4) : chunk.be32(at: 4), chunk.count >= 8
            else { break }
            readChunk(chunk, at: at, size: Int64(size))
            at += 8 + Int64(size) + Int64(size % 2)
        }
        // A header of 0 comes from a recorder that could not go back.
        if let declaredSize, declaredSize > 8 {
            trailingBytes = max(0, source.count - declaredSize - declaredSize % 2)
        }
    }

    private mutating func readChunk(_ head: [UInt8], at offset: Int64, size: Int64) {
        switch head.fourLetters(at: 0) {
        case "data", "SSND":
            let there = self.size - offset - 8
            soundBytes = min(size, there)
            isTruncated = size > there && !isLong && size != Self.unknownSize
        case "LIST" where head.has("INFO", at: 8): note("INFO")
        case "id3 ", "ID3 ": note("ID3")
        case "_PMX": note("XMP")
        case let name where Self.tags.contains(name):
            note(name.filter { $0 != " " })
        default: break
        }
    }

    private static let tags: Set = [
        "bext", "iXML", "axml", "cart", "DISP", "NAME", "AUTH", "(c) ", "ANNO", "COMT", "APPL",
        "MIDI",
    ]
}
