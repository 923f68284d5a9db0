internal import AttachmentRules

/// How a file came from the web, as a line.
enum DeliveryText {
    static func line(_ facts: DeliveryFacts) -> String {
        var text = facts.status == 0 ? "no answer" : "\(facts.status)"
        if facts.redirects > 0 { text += " after \(facts.redirectCount)" }
        text += ", \(facts.bytes.grouped) bytes in \(facts.seconds.rounded(to: 2)) s"
        if facts.isWhole { text += ", as \(DeliveredName(facts).suggested)" }
        return Console.quoted("\(facts.url): \(text)")
    }
}
