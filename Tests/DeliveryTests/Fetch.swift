import AttachmentRules
import HTTP
import Storage
import TestSupport

@testable import Delivery

/// Fetches from a server of this machine, which is allowed unless said otherwise.
enum Fetch {
    struct Result {
        let facts: DeliveryFacts
        let contents: [UInt8]
    }

    static func from(
        _ url: String, trusting server: WebServer? = nil, limit: Int64 = .max,
        _ change: (inout DeliveryOptions) -> Void = { _ in }
    ) async throws -> Result {
        var options = options(server)
        change(&options)
        return try await fetch(url, Delivery(options), limit)
    }

    /// The same, from those addresses alone that are named.
    static func from(
        _ url: String, trusting server: WebServer, at addresses: [HostAddress]
    ) async throws -> Result {
        try await fetch(url, Delivery(options(server)) { addresses.contains($0) }, .max)
    }

    private static func options(_ server: WebServer?) -> DeliveryOptions {
        DeliveryOptions(allowsSpecialAddresses: true, certificates: server?.certificate)
    }

    private static func fetch(
        _ url: String, _ delivery: Delivery, _ limit: Int64
    ) async throws -> Result {
        let file = try StagedFile(namelessIn: BytePath(TemporaryDirectory.current))
        try file.append(Array("what was there before".utf8))
        let facts = try await delivery.fetch(url, into: file, limit: limit)
        return Result(facts: facts, contents: try file.reopened().bytes(count: 1 << 20))
    }
}
