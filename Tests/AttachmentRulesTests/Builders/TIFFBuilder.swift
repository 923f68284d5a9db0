/// Exif data: one directory with an orientation, and perhaps one below it with a place.
func tiff(
    orientation: Int? = nil, place: Bool = false, isLittle: Bool = true,
    more: [(tag: Int, type: Int, value: Int)] = []
) -> [UInt8] {
    func n16(_ value: Int) -> [UInt8] { isLittle ? le16(value) : be16(value) }
    func n32(_ value: Int) -> [UInt8] { isLittle ? le32(value) : be32(value) }
    func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
        join(n16(tag), n16(type), n32(1), type == 3 ? join(n16(value), [0, 0]) : n32(value))
    }
    var entries = more.map { entry($0.tag, $0.type, $0.value) }
    if let orientation { entries.append(entry(0x112, 3, orientation)) }
    let end = 8 + 2 + 12 * (entries.count + (place ? 1 : 0)) + 4
    if place { entries.append(entry(0x8825, 4, end)) }
    let directory = join(n16(entries.count), entries.flatMap(\.self), n32(0))
    let below = place ? join(n16(1), entry(2, 5, 0), n32(0)) : []
    return join(ascii(isLittle ? "II" : "MM"), n16(42), n32(8), directory, below)
}
