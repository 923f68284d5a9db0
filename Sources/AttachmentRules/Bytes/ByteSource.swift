/// Bytes that are too many to hold: read piece by piece, from a file or from memory.
public struct ByteSource {
    public let count: Int64
    private let read: (Int64, Int) -> [UInt8]

    /// - Parameter read: gives the bytes from an offset, fewer than asked for only at the end.
    public init(count: Int64, read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]) {
        self.count = count
        self.read = read
    }

    public init(_ bytes: [UInt8]) {
        self.init(count: Int64(bytes.count)) { offset, count in
            guard offset >= 0, offset < bytes.count else { return [] }
            return Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + count)])
        }
    }

    /// At most so many bytes from the offset; fewer at the end, none beyond it.
    func bytes(at offset: Int64, count wanted: Int) -> [UInt8] {
        guard offset >= 0, offset < count, wanted > 0 else { return [] }
        return read(offset, Int(min(Int64(wanted), count - offset)))
    }
}
