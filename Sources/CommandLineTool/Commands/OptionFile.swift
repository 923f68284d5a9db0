internal import Storage

/// A file that an option names, such as a profile or a baseline.
enum OptionFile {
    /// - Parameters:
    ///   - option: the option that names the file, for the words of an error.
    ///   - limit: bytes; a larger file is refused.
    static func bytes(
        of path: BytePath, option: String, limit: Int = 1_000_000
    ) throws(UsageError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            let file = try OpenFile(reading: path.resolved())
            bytes = try file.bytes(count: limit + 1)
        } catch {
            throw UsageError("--\(option): \(Console.quoted(path.text)): \(error.cause)")
        }
        guard bytes.count <= limit else {
            throw UsageError(
                "--\(option): \(Console.quoted(path.text)) is larger than \(limit / 1_000_000) MB")
        }
        return bytes
    }
}
