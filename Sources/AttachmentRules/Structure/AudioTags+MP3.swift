extension AudioTags {
    /// Tags before the first and behind the last frame.
    mutating func readMP3(_ source: ByteSource) {
        var at: Int64 = 0
        while let length = Sniffer.id3Length(source.bytes(at: at, count: 10), at: 0) {
            note("ID3")
            readID3(source, at, Int64(length))
            at += Int64(length)
        }
        var end = source.count
        if source.bytes(at: end - 128, count: 3) == Array("TAG".utf8) {
            note("ID3v1")
            end -= 128
        }
        if source.bytes(at: end - 32, count: 8) == Array("APETAGEX".utf8) { note("APE") }
        if source.bytes(at: end - 9, count: 9) == Array("LYRICS200".utf8) { note("Lyrics3") }
    }

    /// Looks for a picture among the tag's frames.
    private mutating func readID3(_ source: ByteSource, _ start: Int64, _ length: Int64) {
        let head = source.bytes(at: start, count: 10)
        guard let version = head.byte(at: 3) else { return }
        let headSize: Int64 = version == 2 ? 6 : 10
        var at = start + 10
        for _ in 0..<1000 {
            guard at + headSize <= start + length else { return }
            let frame = source.bytes(at: at, count: Int(headSize))
            guard let size = Self.frameSize(frame, version: version), frame.byte(at: 0) != 0 else {
                return
            }
            if frame.has("APIC") || version == 2 && frame.has("PIC") { hasCoverArt = true }
            at += headSize + Int64(size)
        }
    }

    private static func frameSize(_ frame: [UInt8], version: Int) -> Int? {
        switch version {
        // Three letters, then three bytes.
        case 2: frame.be32(at: 2).map { $0 & 0xff_ffff }
        case 3: frame.be32(at: 4)
        default:
            frame.be32(at: 4).map { size in
                (0..<4).reduce(0) { $0 | (size >> (8 * $1) & 0x7f) << (7 * $1) }
            }
        }
    }
}
