/// The check of how an attachment was delivered.
public enum DeliveryCheck {
    /// How long a notification's service extension may take, as Apple documents it.
    public static let extensionSeconds = 30.0
    /// How long Accengage's extension waits for media.
    static let accengageSeconds = 10.0
    /// How often a server may send on.
    public static let mostRedirects = 10
    /// What Netcore recommends of an address.
    static let mostCharacters = 1_000

    /// Megabits a second, slow to fast.
    ///
    /// | Mbit/s | as |
    /// |---|---|
    /// | 0.4 | Slow 3G in Chrome's developer tools |
    /// | 1.6 | the mobile network of Lighthouse: a slow 4G, a fast 3G |
    /// | 4 | Regular 4G/LTE in Firefox' developer tools |
    public static let usualBandwidths = [0.4, 1.6, 4]

    /// The rules that the delivery breaks, in the order of `DeliveryRuleID`.
    ///
    /// - Parameters:
    ///   - type: what the bytes are; nil for no attachment, or where nobody knows.
    ///   - bandwidths: in megabits a second.
    ///   - maxSeconds: that the file was given; more than iOS's own are none that a device has.
    public static func findings(
        for facts: DeliveryFacts, type: AttachmentType?, bandwidths: [Double] = usualBandwidths,
        maxSeconds: Double = extensionSeconds
    ) -> [Finding] {
        var findings = faults(facts)
        if facts.fault == nil {
            findings += status(facts)
            if facts.status == 200 {
                findings += redirects(facts) + contents(facts, type)
                findings += downloadTime(
                    facts, bandwidths, within: min(maxSeconds, extensionSeconds))
            }
        }
        findings += length(facts)
        let order = DeliveryRuleID.allCases.map(\.rawValue)
        return order.flatMap { id in findings.filter { $0.rule == id } }
            + findings.filter { !order.contains($0.rule) }
    }

    private static func contents(_ facts: DeliveryFacts, _ type: AttachmentType?) -> [Finding] {
        let names = type.map { contentType(facts, $0) + fileExtension(facts, $0) } ?? []
        return encoding(facts) + contentLength(facts) + names
    }

    private static func status(_ facts: DeliveryFacts) -> [Finding] {
        guard facts.status != 200 else { return [] }
        let isRedirect = (300..<400).contains(facts.status)
        return [
            Finding(
                .status, nil,
                "the server answers \(facts.status)"
                    + (isRedirect ? " and sends on to nowhere" : ", not 200") + way(facts))
        ]
    }

    /// Where it was sent on to; empty where it was not.
    static func way(_ facts: DeliveryFacts) -> String {
        guard facts.redirects > 0, let last = facts.hops.last else { return "" }
        return " (redirected to \(last.address.shortened))"
    }

    /// Of a file that came: of one that did not, the target is no better.
    private static func redirects(_ facts: DeliveryFacts) -> [Finding] {
        guard facts.redirects > 0, let last = facts.hops.last else { return [] }
        return [
            Finding(
                .redirects, nil,
                "\(facts.redirectCount) to \(last.address.shortened): each costs time")
        ]
    }

    private static func encoding(_ facts: DeliveryFacts) -> [Finding] {
        guard facts.isEncoded, let encoding = facts.contentEncoding else { return [] }
        return [
            Finding(
                .encoding, nil,
                "the server sends it as \(encoding.shortened), which nobody asked for, "
                    + "so its bytes cannot be judged")
        ]
    }

    private static func contentLength(_ facts: DeliveryFacts) -> [Finding] {
        guard facts.contentLength == nil else { return [] }
        return [
            Finding(
                .contentLength, .warning,
                "there is no Content-Length, so a device cannot tell the size before it has the file"
            )
        ]
    }

    private static func length(_ facts: DeliveryFacts) -> [Finding] {
        let count = facts.url.unicodeScalars.count
        guard count > mostCharacters else { return [] }
        return [
            Finding(
                .length, nil,
                "\(count.grouped) characters; Netcore recommends at most \(mostCharacters.grouped)")
        ]
    }
}

extension String {
    /// For a message: what a server says may be of any length.
    var shortened: String { count <= 200 ? self : prefix(200) + "…" }
}
