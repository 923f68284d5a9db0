internal import FoundationEssentials
internal import HTTP
package import Storage

extension S3Client {
    /// What there is of an object; nil if there is none, or not even the bucket.
    package func head(_ bucket: String, _ key: String) async throws(S3Error) -> S3ObjectStatus? {
        let request = Request(
            operation: "head", address: Self.address(bucket, key), method: .head)
        do throws(S3Error) {
            let reply = try await reply(to: request)
            guard let bytes = reply.headers["content-length"].flatMap({ Int64($0) }) else {
                throw request.failure(.unexpected(status: reply.status, code: "NoLength"))
            }
            return S3ObjectStatus(bytes: bytes, headers: reply.headers)
        } catch {
            guard error.kind == .notFound else { throw error }
            return nil
        }
    }

    /// Replaces the contents of an open file by an object.
    ///
    /// If it fails, the file may hold some of it.
    ///
    /// - Parameters:
    ///   - ifMatch: the entity tag that the object must have, or it counts as changed.
    ///   - limit: how many bytes the object may have.
    package func get(
        _ bucket: String, _ key: String, ifMatch: String?, into descriptor: Int32, limit: Int64
    ) async throws(S3Error) -> S3ObjectStatus {
        var request = Request(
            operation: "get", address: Self.address(bucket, key), method: .get,
            sink: .file(descriptor: descriptor, limit: limit))
        if let ifMatch {
            // No object has a tag that cannot be sent.
            guard Header.canHold(ifMatch) else { throw request.failure(.changed) }
            request.headers = [Header("If-Match", ifMatch)]
        }
        let reply = try await reply(to: request)
        return S3ObjectStatus(bytes: reply.stored, headers: reply.headers)
    }

    /// Stores the first bytes of an open file, in place of what was under the key.
    ///
    /// - Parameters:
    ///   - sha256: the digest of those bytes, which the server checks.
    ///   - metadata: values are printable ASCII; names are small letters, digits and hyphens, and none
    ///     begins with another.
    package func put(
        _ bucket: String, _ key: String, from descriptor: Int32, count: Int64,
        sha256: SHA256Digest, contentType: String, metadata: [String: String]
    ) async throws(S3Error) {
        let headers = [
            Header("Content-Type", contentType),
            Header("x-amz-checksum-sha256", Data(sha256.bytes).base64EncodedString()),
        ]
        _ = try await reply(
            to: Request(
                operation: "put", address: Self.address(bucket, key), method: .put,
                headers: headers + Header.metadata(metadata),
                upload: .init(descriptor: descriptor, count: count, digest: sha256)))
    }

    /// Copies an object, with its type and metadata, inside the server.
    package func copy(_ bucket: String, from: String, to: String) async throws(S3Error) {
        _ = try await reply(
            to: Request(
                operation: "copy", address: Self.address(bucket, to), method: .put,
                headers: [Header("x-amz-copy-source", "/\(bucket)/\(PercentCoding.path(from))")],
                mayFailLate: true))
    }

    /// Removes an object, if there is one.
    package func delete(_ bucket: String, _ key: String) async throws(S3Error) {
        do throws(S3Error) {
            _ = try await reply(
                to: Request(
                    operation: "delete", address: Self.address(bucket, key),
                    method: .delete))
        } catch {
            guard error.kind == .notFound else { throw error }
        }
    }

    private static func address(_ bucket: String, _ key: String) -> S3Address {
        precondition(!key.isEmpty, "without a key, the bucket itself would be replaced or deleted")
        return S3Address(bucket: bucket, key: key)
    }
}
