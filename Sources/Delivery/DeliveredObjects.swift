package import AttachmentRules
internal import HTTP
package import Preparation
package import Storage
internal import Synchronization

/// Brings files from web addresses to be verified, and tells how they came.
package final class DeliveredObjects: RemoteObjects {
    private let options: DeliveryOptions
    /// Brings what is at no web address.
    private let others: (any RemoteObjects)?
    /// By the address, and by the name that is shown of it.
    private let delivered = Mutex<[String: DeliveryFacts]>([:])

    package init(_ options: DeliveryOptions, others: (any RemoteObjects)? = nil) {
        self.options = options
        self.others = others
    }

    /// Whether it is meant to be the address of a file on the web.
    package static func isAddress(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    /// A file at a web address, whose size nobody knows yet.
    package static func source(at address: String) -> Source {
        Source(
            name: BytePath(name(of: address)),
            place: .object(RemoteObject(address: address, bytes: 0, version: "")))
    }

    /// What addresses have in common that are fetched alike.
    ///
    /// One with a password is never fetched, whatever else is the same.
    package static func identity(of address: String) -> String {
        guard let parsed = WebAddress(address), !parsed.hasCredentials else { return address }
        return parsed.text
    }

    /// An address to show: it says that there is a user or password, and not which.
    private static func name(of address: String) -> String {
        let parsed = WebAddress(address)
        guard parsed?.hasCredentials ?? address.contains("@") else {
            return parsed?.text ?? address
        }
        let text = parsed?.text ?? address
        let start = text.prefix { $0 != ":" } + "://"
        let rest = text.dropFirst(start.count)
        // What is no address may hold an @ in its password as well.
        let end = rest.lastIndex(of: "@").map { rest[$0...].dropFirst() } ?? rest
        return start + "***@" + (parsed == nil ? end : rest)
    }

    package func fetch(
        _ object: RemoteObject, into file: StagedFile, limit: Int64
    ) async throws {
        guard Self.isAddress(object.address) else {
            guard let others else {
                throw Reason(.unreadable, "\(object.address) is no address of a file on the web")
            }
            return try await others.fetch(object, into: file, limit: limit)
        }
        let facts = try await Delivery(options).fetch(object.address, into: file, limit: limit)
        delivered.withLock {
            $0[object.address] = facts
            $0[Self.name(of: object.address)] = facts
        }
        guard facts.isWhole else { throw Reason(.unreadable, "the file did not come whole") }
    }

    /// The verdict on a file from a web address, with the findings on its way; others as they are.
    package func verdict(_ verdict: Verifier.Verdict) -> Verifier.Verdict {
        guard let path = verdict.path, let facts = facts(of: path) else { return verdict }
        var verdict = verdict
        // Whatever kept it from being opened is told by how it came.
        verdict.reason = facts.isWhole ? verdict.reason : nil
        verdict.isJudged = facts.isWhole && verdict.isJudged
        verdict.bytes = facts.bytes
        // Nobody has seen the bytes of a file that did not come, and an address has no extension of its own.
        verdict.findings =
            facts.isWhole
            ? verdict.findings.filter { $0.rule != RuleID.fileExtension.rawValue } : []
        verdict.findings += DeliveryCheck.findings(
            for: facts, type: verdict.type, bandwidths: options.bandwidths,
            maxSeconds: options.maxSeconds)
        return verdict
    }

    /// How the file of an address came, or of the name that is shown of it; nil for one that is at no web
    /// address.
    package func facts(of name: BytePath) -> DeliveryFacts? {
        delivered.withLock { $0[name.text] }
    }
}
