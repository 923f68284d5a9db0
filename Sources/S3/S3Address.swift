/// A place in a bucket: an object, or a prefix of many.
///
/// Keys are any Unicode text. Mind that Swift compares strings by what they show: two keys that differ
/// only in how an accent is composed are two objects to S3, and equal here.
package struct S3Address: Sendable, Equatable {
    package var bucket: String
    /// A key or a prefix, without the slash that parts it from the bucket.
    package var key: String

    package init(bucket: String, key: String) {
        self.bucket = bucket
        self.key = key
    }

    /// Reads `s3://bucket/prefix`; nil when it is none, or no bucket can have that name.
    package init?(_ text: String) {
        guard Self.isAddress(text) else { return nil }
        let parts = text.utf8.dropFirst(Self.scheme.utf8.count)
            .split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let bucket = parts.first.flatMap({ String($0) }), Self.canBeBucket(bucket) else {
            return nil
        }
        self.init(bucket: bucket, key: parts.count == 2 ? String(parts[1]) ?? "" : "")
    }

    /// Whether the text means a place in a bucket, well written or not, and no path.
    package static func isAddress(_ text: String) -> Bool {
        text.utf8.count >= scheme.utf8.count && text.prefix(scheme.count).lowercased() == scheme
    }

    /// What begins the keys of all that lies below the address.
    package var folder: String {
        key.isEmpty || key.utf8.last == UInt8(ascii: "/") ? key : key + "/"
    }

    /// The address as `init(_:)` reads it.
    package var text: String { key.isEmpty ? "s3://\(bucket)" : "s3://\(bucket)/\(key)" }

    private static let scheme = "s3://"

    /// Amazon's rules, and the capital letters and underscores that other servers allow.
    private static func canBeBucket(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard (3...63).contains(bytes.count), !name.contains("..") else { return false }
        return bytes.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
            && [bytes[0], bytes[bytes.count - 1]].allSatisfy(\.isLetterOrDigit)
    }
}
