package import AttachmentRules
internal import HTTP
package import Storage

/// Fetches an attachment as a device would: without cookies, passwords or proxies, and not for ever.
///
/// The program has to ignore SIGPIPE.
package struct Delivery: Sendable {
    private let options: DeliveryOptions
    private let mayConnect: @Sendable (HostAddress) -> Bool

    package init(_ options: DeliveryOptions) {
        let takesAll = options.allowsSpecialAddresses
        self.init(options) { takesAll || $0.special == nil }
    }

    /// - Parameter mayConnect: which addresses may be connected to, on the way of redirects, too.
    init(_ options: DeliveryOptions, mayConnect: @escaping @Sendable (HostAddress) -> Bool) {
        self.options = options
        self.mayConnect = mayConnect
    }

    /// Replaces a file's contents by what is at an address, and tells what happened.
    ///
    /// Whatever the servers do is in the facts. Throws `StorageError` where the file cannot be written,
    /// `DeliveryError` where this machine is not set up, and `CancellationError`.
    ///
    /// - Parameter limit: how many bytes are taken, if fewer than `DeliveryOptions.maxBytes`.
    package func fetch(
        _ url: String, into file: StagedFile, limit: Int64 = .max
    ) async throws -> DeliveryFacts {
        let limit = min(limit, DeliveryOptions.maxBytes)
        let clock = ContinuousClock()
        let start = clock.now
        var facts = DeliveryFacts(url: WebAddress(url)?.text ?? url)
        var next = WebAddress(url)
        facts.fault = objection(to: next)
        let connection = Connection(label: "delivery")
        while let address = next, facts.fault == nil {
            let left = .seconds(options.maxSeconds) - (clock.now - start)
            let exchange = exchange(address, file, limit: limit, left)
            let attempt = await perform(exchange, over: connection)
            facts.take(attempt.reply, from: address)
            facts.fault = try fault(of: attempt, limit: limit, file)
            next = follow(attempt.reply, from: address, &facts)
        }
        facts.seconds = (clock.now - start) / .seconds(1)
        return facts
    }

    private func exchange(
        _ address: WebAddress, _ file: StagedFile, limit: Int64, _ left: Duration
    ) -> Exchange {
        var exchange = Exchange(.get, url: address.text)
        exchange.sink = .file(descriptor: file.descriptor, limit: limit)
        exchange.errorLimit = 0
        exchange.needsLength = false
        exchange.certificates = options.certificates
        exchange.patience.total = left
        exchange.mayConnect = mayConnect
        return exchange
    }

    private func perform(_ exchange: Exchange, over connection: Connection) async -> Attempt {
        let stop = StopFlag()
        return await withTaskCancellationHandler {
            await connection.perform(exchange, stop: stop)
        } onCancel: {
            stop.raise()
        }
    }

    /// Why the first address is not asked at all.
    private func objection(to address: WebAddress?) -> DeliveryFault? {
        guard let address else { return .malformed }
        if address.hasCredentials { return .credentials }
        return isAllowed(address.scheme) ? nil : .scheme(address.scheme)
    }

    /// Where the server sends on to; nil where it does not, or it must not be followed.
    private func follow(
        _ reply: Reply, from address: WebAddress, _ facts: inout DeliveryFacts
    ) -> WebAddress? {
        guard facts.fault == nil, [301, 302, 303, 307, 308].contains(reply.status),
            let location = reply.headers["location"]
        else { return nil }
        guard let next = address.following(location) else {
            facts.fault =
                Self.scheme(of: location).map(DeliveryFault.redirectScheme) ?? .redirectMalformed
            return nil
        }
        if next.hasCredentials {
            facts.fault = .redirectCredentials
        } else if facts.hops.count > DeliveryOptions.maxRedirects {
            facts.fault = .tooManyRedirects(limit: DeliveryOptions.maxRedirects)
        } else if !isAllowed(next.scheme) {
            facts.fault = .redirectScheme(next.scheme)
        }
        return next
    }

    /// The scheme, other than the web's, of what is no web address: `file` of `file:///etc/passwd`.
    private static func scheme(of location: String) -> String? {
        let scheme = location.prefix {
            $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
        }
        guard location.dropFirst(scheme.count).first == ":", scheme.first?.isLetter == true,
            !["http", "https"].contains(scheme.lowercased())
        else { return nil }
        return scheme.lowercased()
    }

    private func isAllowed(_ scheme: String) -> Bool {
        scheme == "https" || (scheme == "http" && options.allowsHTTP)
    }

    private func fault(
        of attempt: Attempt, limit: Int64, _ file: StagedFile
    ) throws -> DeliveryFault? {
        switch attempt.fault {
        case nil: nil
        case .cancelled: throw CancellationError()
        case .staging(let errno):
            throw StorageError(operation: "write", path: file.path, errno: errno)
        case .tooLarge(let bytes): .tooLarge(bytes, limit: limit)
        case .malformed("LengthsDiffer"): .contentLength(cause: "there are two that differ")
        case .malformed: .unreadable(cause: "its head is longer than anybody reads")
        case .lost(let loss): try fault(of: loss, attempt.refused)
        }
    }

    private func fault(
        of loss: Loss, _ refused: [HostAddress]
    ) throws(DeliveryError) -> DeliveryFault {
        if loss.stage == .connection, let address = refused.first, let special = address.special {
            return .specialAddress(address.text, kind: special.words)
        }
        return switch loss.stage {
        case .trust: throw .certificates(cause: loss.cause)
        case .name, .connection, .exchange: .unreachable(cause: loss.cause)
        case .reply where loss.cause.hasPrefix("Invalid Content-Length"):
            .contentLength(cause: "it is no number")
        case .reply: .unreadable(cause: loss.cause)
        case .encryption, .certificate: .untrusted(cause: loss.cause)
        case .end: .cutShort(cause: loss.cause)
        case .time: .timeout(seconds: options.maxSeconds)
        }
    }
}
