/// Writes the skeleton of a JPEG: segments are real, the scan is a few bytes.
struct JPEGBuilder {
    var width = 64
    var height = 48
    var bits = 8
    var components = 3
    /// The marker of the frame header.
    var frame: UInt8 = 0xc0
    var scans = 1
    /// Segments before the frame header, as written.
    var front: [UInt8] = JPEGBuilder.jfif()
    /// Segments between the frame header and the first scan.
    var middle: [UInt8] = []
    var hasEnd = true
    var trailing: [UInt8] = []

    /// Entropy-coded data with a stuffed byte and a restart marker.
    static let scanData: [UInt8] = [0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0x78]

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        join([0xff, marker], be16(payload.count + 2), payload)
    }

    static func jfif(thumbnail: Int = 0) -> [UInt8] {
        let side = UInt8(thumbnail)
        let picture = [UInt8](repeating: 7, count: 3 * thumbnail * thumbnail)
        return segment(
            0xe0, join(ascii("JFIF\0"), [1, 1, 0, 0, 1, 0, 1, side, side], picture))
    }

    static func exif(_ tiff: [UInt8]) -> [UInt8] { segment(0xe1, ascii("Exif\0\0") + tiff) }

    static func comment(_ text: String) -> [UInt8] { segment(0xfe, ascii(text)) }

    /// An ICC profile that consists of a name.
    static func profile(_ name: String) -> [UInt8] {
        let length = be32(name.utf8.count + 1)
        let description = join(ascii("desc"), be32(0), length, ascii(name), zeros(32))
        let table = join(be32(1), ascii("desc"), be32(144), be32(description.count))
        return segment(
            0xe2, join(ascii("ICC_PROFILE\0"), [1, 1], zeros(128), table, description))
    }

    var header: [UInt8] {
        let samples = (0..<components).flatMap { index -> [UInt8] in [UInt8(index + 1), 0x11, 0] }
        let size = join(be16(height), be16(width))
        return Self.segment(frame, join([UInt8(bits)], size, [UInt8(components)], samples))
    }

    var bytes: [UInt8] {
        let tables = join(Self.segment(0xdb, zeros(65)), Self.segment(0xc4, zeros(17)))
        let scan = join(Self.segment(0xda, [1, 1, 0, 0, 63, 0]), Self.scanData)
        let all = (0..<scans).flatMap { _ -> [UInt8] in scan }
        let end: [UInt8] = hasEnd ? [0xff, 0xd9] : []
        return join([0xff, 0xd8], front, tables, header, middle, all, end, trailing)
    }
}
