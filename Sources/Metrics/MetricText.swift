/// The pieces of Prometheus' text format.
enum MetricText {
    static func line(_ name: String, _ labels: [(String, String)], _ value: Double) -> String {
        let pairs = labels.map { "\($0)=\"\(label($1))\"" }.joined(separator: ",")
        return name + (pairs.isEmpty ? "" : "{\(pairs)}") + " " + number(value)
    }

    /// Whole numbers without a point.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    static func help(_ text: String) -> String {
        escaped(text, quotes: false)
    }

    private static func label(_ value: String) -> String {
        escaped(value, quotes: true)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        // By scalar: a carriage return and a line feed are one character.
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
