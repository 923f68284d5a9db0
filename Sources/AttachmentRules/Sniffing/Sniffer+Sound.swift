extension Sniffer {
    /// What follows an ID3v2 tag.
    ///
    /// A tag longer than the window, or before nothing that is known, means MP3.
    static func tagged(_ head: [UInt8], fileSize: Int64) -> MediaType? {
        var at = 0
        while let length = id3Length(head, at: at) { at += length }
        guard at > 0 else { return nil }
        guard at < head.count else { return .mp3 }
        if head.has("fLaC", at: at) { return .flac }
        if head.has("OggS", at: at) { return .ogg }
        if head.fourLetters(at: at) == "RIFF", head.fourLetters(at: at + 8) == "WAVE" {
            return .wav
        }
        if isADTS(head, at: at, fileSize: fileSize) { return .aac }
        return ac3(head, at: at) ?? .mp3
    }

    /// Bytes of the ID3v2 tag that begins here, header and footer included.
    static func id3Length(_ head: [UInt8], at offset: Int) -> Int? {
        guard head.has("ID3", at: offset), offset + 10 <= head.count,
            let version = head.byte(at: offset + 3), (2...4).contains(version),
            let flags = head.byte(at: offset + 5)
        else { return nil }
        var size = 0
        for index in offset + 6..<offset + 10 {
            guard head[index] < 0x80 else { return nil }
            size = size << 7 | Int(head[index])
        }
        return 10 + size + (flags & 0x10 != 0 ? 10 : 0)
    }

    /// MPEG audio or ADTS from the first byte on: two frames, or one that is the whole file.
    static func elementaryAudio(_ head: [UInt8], fileSize: Int64) -> MediaType? {
        if isADTS(head, at: 0, fileSize: fileSize) { return .aac }
        guard let length = mpegFrameLength(head, at: 0) else { return nil }
        let isFollowed = mpegFrameLength(head, at: length) != nil
        return isFollowed || Int64(length) == fileSize ? .mp3 : nil
    }

    /// Three MPEG audio frames in a row anywhere in the window.
    static func audioBehindRubbish(_ head: [UInt8]) -> MediaType? {
        guard head.count > 4 else { return nil }
        for start in 0..<head.count - 4 where head[start] == 0xff {
            guard let first = mpegFrameLength(head, at: start),
                let second = mpegFrameLength(head, at: start + first),
                mpegFrameLength(head, at: start + first + second) != nil,
                head[start + 1] == head[start + first + 1]
            else { continue }
            return .mp3
        }
        return nil
    }

    private static func isADTS(_ head: [UInt8], at offset: Int, fileSize: Int64) -> Bool {
        guard let length = adtsFrameLength(head, at: offset) else { return false }
        let next = offset + length
        return adtsFrameLength(head, at: next) != nil || Int64(next) == fileSize
    }

    private static func adtsFrameLength(_ head: [UInt8], at offset: Int) -> Int? {
        guard let sync = head.be16(at: offset), sync & 0xfff6 == 0xfff0,
            let rate = head.byte(at: offset + 2), rate >> 2 & 15 < 13,
            let length = head.be32(at: offset + 2).map({ $0 >> 5 & 0x1fff }), length >= 7
        else { return nil }
        return length
    }

    /// Kilobits a second by (version 1 or later, layer) and index; 0 is free format, not taken.
    private static let bitRates: [[Int]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Bytes of the MPEG 1, 2 or 2.5 audio frame whose header stands here.
    static func mpegFrameLength(_ head: [UInt8], at offset: Int) -> Int? {
        guard let header = head.be32(at: offset), header >> 21 == 0x7ff else { return nil }
        let (version, layer) = (header >> 19 & 3, 4 - (header >> 17 & 3))
        let (rateIndex, bitRateIndex) = (header >> 10 & 3, header >> 12 & 15)
        guard version != 1, layer != 4, rateIndex != 3, (1...14).contains(bitRateIndex) else {
            return nil
        }
        let isFirstVersion = version == 3
        let row = isFirstVersion ? layer - 1 : min(layer + 2, 4)
        let bitRate = bitRates[row][bitRateIndex] * 1000
        let halvings = [2, 0, 1, 0][version]
        let sampleRate = [44_100, 48_000, 32_000][rateIndex] >> halvings
        let padding = header >> 9 & 1
        if layer == 1 { return (12 * bitRate / sampleRate + padding) * 4 }
        let samples = layer == 3 && !isFirstVersion ? 72 : 144
        return samples * bitRate / sampleRate + padding
    }

    /// AC-3 and E-AC-3: the sync word and a header that can be.
    static func ac3(_ head: [UInt8], at offset: Int) -> MediaType? {
        guard head.has([0x0b, 0x77], at: offset), let code = head.byte(at: offset + 4),
            let id = head.byte(at: offset + 5)
        else { return nil }
        return code >> 6 != 3 && id >> 3 <= 16 ? .ac3 : nil
    }
}
