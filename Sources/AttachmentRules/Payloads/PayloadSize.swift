/// How large a payload is when it is sent, and what makes it so.
enum PayloadSize {
    static func findings(of document: PayloadDocument, fileBytes: Int) -> [Finding] {
        let value = JSONValue.object(document.content)
        // What was read is written.
        guard let sent = try? value.encoded().count else { return [] }
        let most = Payload.maxBytes
        if sent > most {
            let longest = longestTexts(in: value).prefix(3).map { "\($0.path) \($0.bytes.grouped)" }
            return [
                PayloadRuleID.size.finding(
                    "\(sent.grouped) bytes as compact JSON, at most \(most.grouped): shorten it by "
                        + "\((sent - most).grouped); the longest: \(longest.joined(separator: ", "))"
                )
            ]
        }
        guard fileBytes > most else { return [] }
        return [
            PayloadRuleID.whiteSpace.finding(
                "\(fileBytes.grouped) bytes as it lies, \(sent.grouped) as compact JSON: "
                    + "sent unchanged it is too large")
        ]
    }

    /// Every text with the bytes that it takes, the longest first.
    private static func longestTexts(in value: JSONValue) -> [(path: String, bytes: Int)] {
        var found: [(path: String, bytes: Int)] = []
        func walk(_ value: JSONValue, _ path: String) {
            switch value {
            case .string:
                found.append((path, (try? value.encoded().count) ?? 0))
            case .object(let members):
                for (key, member) in members {
                    let name = key.count > 40 ? "\(key.prefix(40))…" : key
                    walk(member, path.isEmpty ? name : "\(path).\(name)")
                }
            case .array(let values):
                for (index, member) in values.enumerated() { walk(member, "\(path)[\(index)]") }
            default: break
            }
        }
        walk(value, "")
        return found.sorted { ($1.bytes, $0.path) < ($0.bytes, $1.path) }
    }
}
