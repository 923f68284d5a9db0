internal import AttachmentRules
package import Preparation
package import S3
package import Storage

/// Fetches sources out of buckets.
package struct S3Objects: RemoteObjects {
    private let client: S3Client

    package init(_ client: S3Client) {
        self.client = client
    }

    package func fetch(
        _ object: RemoteObject, into file: StagedFile, limit: Int64
    ) async throws {
        guard let address = S3Address(object.address) else {
            throw Reason(.unreadable, "\(object.address) is no address of an object")
        }
        do throws(S3Error) {
            _ = try await client.get(
                address.bucket, address.key, ifMatch: object.version, into: file.descriptor,
                limit: limit)
            withExtendedLifetime(file) {}
        } catch {
            switch error.kind {
            case .notFound: throw Reason(.unreadable, "it is not there any more")
            case .changed:
                throw Reason(
                    .unreadable, "it was replaced after it was listed; list it anew to take it")
            case .tooLarge(let bytes):
                throw Reason(.tooLarge, "the file has \(bytes) bytes, at most \(limit) are read")
            case .denied(let code): throw Reason(.unreadable, "it must not be read (\(code))")
            default: throw error
            }
        }
    }
}
