internal import HTTP

/// An object as a list has it.
package struct S3Object: Sendable, Equatable, Codable {
    package var key: String
    package var bytes: Int64
    /// With its quotation marks, as `If-Match` wants it.
    package var etag: String
    /// When it was last written, as the server says: `2026-08-01T10:20:30.000Z`.
    package var modified: String

    package init(key: String, bytes: Int64, etag: String, modified: String) {
        self.key = key
        self.bytes = bytes
        self.etag = etag
        self.modified = modified
    }
}

/// What the headers tell of an object.
package struct S3ObjectStatus: Sendable, Equatable {
    package var bytes: Int64
    /// With its quotation marks, as `If-Match` wants it; empty if there is none.
    package var etag: String
    package var contentType: String?
    /// By names in lower case, without `x-amz-meta-`.
    package var metadata: [String: String]

    init(bytes: Int64, headers: [String: String]) {
        self.bytes = bytes
        etag = headers["etag"] ?? ""
        contentType = headers["content-type"]
        metadata = [:]
        for (name, value) in headers where name.hasPrefix(Header.metadataPrefix) {
            metadata[String(name.dropFirst(Header.metadataPrefix.count))] = value
        }
    }
}
