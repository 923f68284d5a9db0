internal import HTTP

extension S3Client {
    private static let pageLimit: Int64 = 16 << 20

    /// Hands out what is there with a prefix, a page at a time, in the order given.
    ///
    /// The body runs where the caller does. Throws `S3Error`, or what the body throws.
    package nonisolated(nonsending) func list(
        _ address: S3Address, _ page: ([S3Object]) async throws -> Void
    ) async throws {
        var continuation: String?
        var emptyPages = 0
        repeat {
            let request = Self.request(address, continuation)
            let reply = try await reply(to: request)
            let found = ListPage(reply.body)
            emptyPages = found?.objects.isEmpty == true ? emptyPages + 1 : 0
            // A store could go on like that for ever.
            guard let found, emptyPages <= Self.mostEmptyPages,
                found.continuation == nil || found.continuation != continuation
            else {
                throw request.failure(.unexpected(status: reply.status, code: "BadList"))
            }
            if !found.objects.isEmpty { try await page(found.objects) }
            continuation = found.continuation
        } while continuation != nil
    }

    /// In a row.
    private static let mostEmptyPages = 1_000

    private static func request(_ address: S3Address, _ continuation: String?) -> Request {
        var query = [(name: "encoding-type", value: "url"), (name: "list-type", value: "2")]
        if let continuation { query.insert(("continuation-token", continuation), at: 0) }
        if !address.key.isEmpty { query.append(("prefix", address.key)) }
        return Request(
            operation: "list", address: address, method: .get, query: query,
            sink: .memory(limit: pageLimit), isOfBucket: true)
    }
}
