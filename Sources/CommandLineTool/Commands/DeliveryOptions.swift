internal import AttachmentRules
internal import Cluster
internal import Delivery
internal import Preparation
internal import Storage

extension Option {
    /// How files are fetched from the web.
    static let delivery: [Option] = [
        .flag("allow-http", help: "Fetch over http, too, which a device refuses by default"),
        .flag("allow-private", help: "Fetch from what is not the public Internet, too"),
        .value(
            "max-time", nil, "S", kind: .real,
            help: "Seconds for a file from the web (default: 30, an iOS extension's)"),
        .value(
            "bandwidth", nil, "MBIT,...",
            help: "Mbit/s that it has to come in time at (default: 0.4,1.6,4)"),
    ]
}

extension TypedOptions {
    /// - Parameter web: what is fetched; for nothing at all, no certificates are needed.
    func delivery(of web: WebArguments) throws(UsageError) -> DeliveryOptions {
        var options = DeliveryOptions(
            allowsHTTP: has("allow-http"), allowsSpecialAddresses: has("allow-private"))
        options.maxSeconds = try seconds("max-time", in: 0.1...3_600) ?? options.maxSeconds
        options.bandwidths = try bandwidths() ?? options.bandwidths
        if !web.sources.isEmpty { options.certificates = try TrustedCertificates.file() }
        return options
    }

    private func bandwidths() throws(UsageError) -> [Double]? {
        guard let typed = text("bandwidth")?.text else { return nil }
        let parts = typed.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }.filter { (0.001...100_000).contains($0) }
        guard numbers.count == parts.count, numbers.count <= 16 else {
            throw UsageError(
                "--bandwidth takes Mbit/s from 0.001 to 100000 between commas, not "
                    + Console.quoted(typed))
        }
        return numbers
    }
}

/// The arguments of a command that are addresses on the web, apart from all others.
struct WebArguments {
    let sources: [Source]
    /// Those that are files, folders or addresses in a store.
    let others: [BytePath]

    init(_ paths: [BytePath]) {
        others = paths.filter { !DeliveredObjects.isAddress($0.text) }
        var known: Set<String> = []
        sources = paths.map(\.text)
            .filter {
                DeliveredObjects.isAddress($0)
                    && known.insert(DeliveredObjects.identity(of: $0)).inserted
            }
            .map(DeliveredObjects.source)
    }

    /// Brings what is on the web, or in the store.
    static func objects(_ options: DeliveryOptions, _ access: StoreAccess?) -> DeliveredObjects {
        DeliveredObjects(options, others: access.map { S3Objects($0.client) })
    }
}
