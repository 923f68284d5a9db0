/// Numbers as bytes.
func be16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
func be32(_ value: Int) -> [UInt8] { be16(value >> 16) + be16(value & 0xffff) }
func le16(_ value: Int) -> [UInt8] { be16(value).reversed() }
func le24(_ value: Int) -> [UInt8] { Array(le32(value).prefix(3)) }
func le32(_ value: Int) -> [UInt8] { be32(value).reversed() }
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

/// One behind the other; quicker to compile than a row of `+`.
func join(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { (part: [UInt8]) -> [UInt8] in part } }

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A box of ISO base media; the name's letters are Latin-1.
func box(_ name: String, _ payload: [UInt8] = []) -> [UInt8] {
    join(be32(8 + payload.count), name.unicodeScalars.map { UInt8($0.value) }, payload)
}

/// A chunk of RIFF, padded to an even length.
func riffChunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    join(ascii(name), le32(payload.count), payload, zeros(payload.count % 2))
}

func riff(_ form: String, _ chunks: [UInt8]) -> [UInt8] {
    join(ascii("RIFF"), le32(4 + chunks.count), ascii(form), chunks)
}

/// A chunk of AIFF, padded to an even length.
func formChunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    join(ascii(name), be32(payload.count), payload, zeros(payload.count % 2))
}

/// A chunk of CAF, which has no padding.
func cafChunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    join(ascii(name), zeros(4), be32(payload.count), payload)
}

/// An ID3v2.3 tag with one frame.
func id3(_ frame: String, _ payload: [UInt8]) -> [UInt8] {
    let size = 10 + payload.count
    let synchsafe = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7f) }
    let head = join(ascii("ID3"), [3, 0, 0], synchsafe)
    return join(head, ascii(frame), be32(payload.count), [0, 0], payload)
}

/// An MPEG 1 layer III frame of 128 kbit/s at 44.1 kHz, silent.
let mp3Frame: [UInt8] = join([0xff, 0xfb, 0x90, 0xc4], zeros(413))

/// An ADTS frame of so many bytes.
func adtsFrame(_ count: Int = 32) -> [UInt8] {
    let length = [
        0x80 | UInt8(count >> 11), UInt8(count >> 3 & 255), UInt8(count << 5 & 255) | 0x1f,
    ]
    return join([0xff, 0xf1, 0x50], length, [0xfc], [UInt8](repeating: 0x21, count: count - 7))
}
