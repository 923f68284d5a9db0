internal import Storage

/// A file of settings that somebody has typed.
enum SmallFile {
    /// More than anybody writes by hand, and little to hold.
    static let limit = 16_000_000

    /// - Parameter option: the option that names the file, for the words of an error.
    static func bytes(of path: BytePath, option: String) throws(UsageError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            let file = try OpenFile(reading: path.resolved())
            bytes = try file.bytes(count: limit + 1)
        } catch {
            throw UsageError("--\(option): \(Console.quoted(path.text)): \(error.cause)")
        }
        guard bytes.count <= limit else {
            throw UsageError("--\(option): \(Console.quoted(path.text)) is larger than 16 MB")
        }
        return bytes
    }
}
