internal import XML

/// A page of a bucket's list: the reply to ListObjectsV2.
struct ListPage: Equatable {
    private(set) var objects: [S3Object] = []
    /// What to ask for the next page with; nil on the last one.
    private(set) var continuation: String?

    /// Reads a reply's body; nil unless it is a whole page of what was asked for.
    init?(_ body: [UInt8]) {
        var entries: [[String: String]] = []
        var entry: [String: String] = [:]
        var page: [String: String] = [:]
        var root = ""
        let isWhole = ElementReader.read(body) { path, text in
            switch path.count {
            case 1: root = path[0]
            case 2 where path[1] == "Contents":
                entries.append(entry)
                entry = [:]
            case 2: page[path[1]] = text
            case 3 where path[1] == "Contents": entry[path[2]] = text
            default: break
            }
        }
        guard isWhole, root == "ListBucketResult" else { return nil }
        // Not every server knows the encoding that it was asked for.
        let isEncoded = page["EncodingType"]?.lowercased() == "url"
        objects = entries.compactMap { Self.object($0, isEncoded: isEncoded) }
        guard objects.count == entries.count else { return nil }
        guard page["IsTruncated"] == "true" else { return }
        guard let next = page["NextContinuationToken"], !next.isEmpty else { return nil }
        continuation = next
    }

    private static func object(_ entry: [String: String], isEncoded: Bool) -> S3Object? {
        guard let key = entry["Key"], !key.isEmpty,
            let bytes = entry["Size"].flatMap({ Int64($0) }), bytes >= 0
        else { return nil }
        return S3Object(
            key: isEncoded ? PercentCoding.decoded(key) : key, bytes: bytes,
            etag: entry["ETag"] ?? "", modified: entry["LastModified"] ?? "")
    }
}
