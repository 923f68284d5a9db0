internal import AttachmentRules
internal import Report

/// How a file came from the web, as a line.
enum DeliveryText {
    static func line(_ address: String, _ delivery: Verification.Delivery) -> String {
        var text = answer(delivery)
        let redirects = delivery.redirects.count
        if redirects > 0 {
            text += " after \(redirects == 1 ? "one redirect" : "\(redirects) redirects")"
        }
        guard delivery.asked else { return Console.quoted("\(address): \(text)") }
        text += ", \(delivery.bytes.grouped) bytes in \(delivery.seconds.rounded(to: 2)) s"
        if let name = delivery.name {
            text += ", as \(name) (\(delivery.nameType ?? "no type that iOS takes"))"
            let times = (delivery.estimates ?? []).map {
                "\($0.seconds.rounded(to: 1)) s at \($0.mbitPerSecond.rounded(to: 3)) Mbit/s"
            }
            text += "; \(times.joined(separator: ", "))"
        }
        return Console.quoted("\(address): \(text)")
    }

    private static func answer(_ delivery: Verification.Delivery) -> String {
        guard delivery.asked else { return "not asked" }
        return delivery.status == 0 ? "no usable answer" : "\(delivery.status)"
    }
}
