extension JPEGStructure {
    /// Reads segment after segment up to the end-of-image marker.
    mutating func walk(from start: Int) {
        var at = start
        while let marker = nextMarker(&at) {
            switch marker {
            case 0xd9:
                finish(at: at)
                return
            case 0xd0...0xd8, 0x01, 0x00:
                strayBytes += 2
            default:
                guard let length = bytes.be16(at: at), length >= 2, at + length <= bytes.count
                else {
                    cutOff()
                    return
                }
                let payload = at + 2..<at + length
                at += length
                if marker == 0xda {
                    scans += 1
                    at = endOfScan(from: at)
                    kept.append(payload.lowerBound - 4..<at)
                } else {
                    read(marker, payload)
                }
            }
        }
        cutOff()
    }

    /// The next marker; `at` comes to stand behind it.
    private mutating func nextMarker(_ at: inout Int) -> Int? {
        let start = at
        while at + 1 < bytes.count {
            if bytes[at] == 0xff && bytes[at + 1] != 0xff {
                strayBytes += at - start
                at += 2
                return Int(bytes[at - 1])
            }
            at += 1
        }
        return nil
    }

    /// Where the entropy-coded data end: at the next marker that is neither stuffing nor restart.
    private func endOfScan(from start: Int) -> Int {
        let bytes = bytes.span
        var at = start
        while at + 1 < bytes.count {
            if bytes[at] == 0xff {
                let next = bytes[at + 1]
                if next != 0 && next != 0xff && !(0xd0...0xd7).contains(next) { return at }
                at += next == 0xff ? 1 : 2
            } else {
                at += 1
            }
        }
        return bytes.count
    }

    private mutating func finish(at end: Int) {
        self.end = end
        trailingBytes = Int64(bytes.count - end)
        kept.append(end - 2..<end)
    }

    private mutating func cutOff() {
        isTruncated = true
        end = bytes.count
    }

    private mutating func read(_ marker: Int, _ payload: Range<Int>) {
        let segment = payload.lowerBound - 4..<payload.upperBound
        switch marker {
        case 0xc4, 0xcc, 0xdb, 0xdd, 0xde, 0xdf:
            kept.append(segment)
        case 0xc0...0xcf:
            readFrameHeader(marker, payload)
            kept.append(segment)
        case 0xdc:
            if let lines = bytes.be16(at: payload.lowerBound), height == 0 {
                height = lines
                isHeightBehindScan = true
            }
            kept.append(segment)
        case 0xe0...0xef: readApplication(marker, payload)
        case 0xfe: note("comment")
        default: break
        }
    }

    private mutating func readFrameHeader(_ marker: Int, _ payload: Range<Int>) {
        guard components == 0, payload.count >= 6 else { return }
        let at = payload.lowerBound
        bitsPerChannel = Int(bytes[at])
        height = bytes.be16(at: at + 1) ?? 0
        width = bytes.be16(at: at + 3) ?? 0
        components = Int(bytes[at + 5])
        coding = marker >= 0xc8 ? .arithmetic : .huffman
        process =
            switch marker & 3 {
            case 2: .progressive
            case 3: .lossless
            default: .sequential
            }
    }

    mutating func note(_ kind: String) {
        if !privateMetadata.contains(kind) { privateMetadata.append(kind) }
    }
}
