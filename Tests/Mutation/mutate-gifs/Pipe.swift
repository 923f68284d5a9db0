import Glibc

/// Numbers and bytes on standard input and output.
enum Pipe {
    /// nil at the end.
    static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes[done...].withUnsafeMutableBytes {
                Glibc.read(0, $0.baseAddress, $0.count)
            }
            if got <= 0 { return nil }
            done += got
        }
        return bytes
    }

    static func readCount() -> Int? {
        read(4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32 = 1) {
        var done = 0
        while done < bytes.count {
            let put = bytes[done...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard put > 0 else { exit(1) }
            done += put
        }
    }

    static func say(_ line: String, to descriptor: Int32) {
        write(Array(line.utf8) + [0x0a], to: descriptor)
    }

    static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
