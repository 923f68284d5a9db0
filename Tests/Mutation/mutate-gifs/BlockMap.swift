/// Where the blocks of a GIF begin and end, as far as they can be followed.
struct BlockMap {
    enum Kind { case frame, control, application, other, end }

    struct Block {
        let kind: Kind
        let range: Range<Int>
        /// Where the sizes of its sub-blocks stand.
        var sizes: [Int] = []
    }

    private(set) var blocks: [Block] = []
    /// Behind the global colour table.
    private(set) var start = 0

    init(_ bytes: [UInt8]) {
        guard bytes.count > 13 else { return }
        start = 13 + Self.table(bytes[10])
        var at = start
        while at < bytes.count, let block = Self.block(bytes, at) {
            blocks.append(block)
            at = block.range.upperBound
        }
    }

    func all(_ kind: Kind) -> [Block] { blocks.filter { $0.kind == kind } }

    private static func table(_ flags: UInt8) -> Int {
        flags & 0x80 != 0 ? 3 * (2 << Int(flags & 7)) : 0
    }

    private static func block(_ bytes: [UInt8], _ start: Int) -> Block? {
        var at = start + 2
        var kind = Kind.other
        switch bytes[start] {
        case 0x3b: return Block(kind: .end, range: start..<start + 1)
        case 0x2c:
            guard start + 10 < bytes.count else { return nil }
            at = start + 11 + table(bytes[start + 9])
            kind = .frame
        case 0x21:
            guard start + 1 < bytes.count else { return nil }
            kind =
                bytes[start + 1] == 0xf9
                ? .control : bytes[start + 1] == 0xff ? .application : .other
        default: return nil
        }
        var sizes: [Int] = []
        while at < bytes.count {
            sizes.append(at)
            at += 1 + Int(bytes[at])
            if bytes[sizes[sizes.count - 1]] == 0 { break }
        }
        return Block(kind: kind, range: start..<min(at, bytes.count), sizes: sizes)
    }
}
