extension Sniffer {
    /// MPEG program streams and raw MPEG video, by their first start code.
    static func mpegVideo(_ head: [UInt8]) -> MediaType? {
        guard head.has([0, 0, 1]), let code = head.byte(at: 3) else { return nil }
        switch code {
        case 0xba: return .mpegPS
        case 0xb3, 0xb0, 0xb5: return .mpegVideo
        case 0xbb, 0xe0...0xef, 0xc0...0xdf:
            // Packets without a pack header: the next one must follow.
            guard let length = head.be16(at: 4), length > 0 else { return nil }
            return head.has([0, 0, 1], at: 6 + length) ? .mpegPS : nil
        default: return nil
        }
    }

    /// The sync byte 0x47 every 188 bytes, or every 192 or 204, from somewhere in the first packet.
    static func transportStream(_ head: [UInt8]) -> MediaType? {
        for size in [188, 192, 204] where head.count >= 2 * size {
            for start in 0..<size where head[start] == 0x47 {
                let syncs = Array(stride(from: start, to: head.count, by: size).prefix(8))
                let wanted = start == 0 || start == 4 ? 3 : 5
                if syncs.count >= wanted && syncs.allSatisfy({ head[$0] == 0x47 }) {
                    return .mpegTS
                }
            }
        }
        return nil
    }

    /// WebM or Matroska, by the document type in the EBML header.
    static func ebml(_ head: [UInt8]) -> MediaType? {
        guard head.has([0x1a, 0x45, 0xdf, 0xa3]) else { return nil }
        let header = 4..<min(head.count, 256)
        guard header.count > 3,
            let at = (header.lowerBound..<header.upperBound - 3).first(where: {
                head.has([0x42, 0x82], at: $0)
            })
        else { return .matroska }
        return head.has("webm", at: at + 3) ? .webm : .matroska
    }

    /// MXF behind a run-in, which the standard allows up to 64 KiB of.
    static func materialExchange(_ head: [UInt8]) -> MediaType? {
        let key: [UInt8] = [0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02]
        guard head.count > key.count else { return nil }
        let places = 0..<head.count - key.count
        return places.contains { head[$0] == key[0] && head.has(key, at: $0) } ? .mxf : nil
    }
}
