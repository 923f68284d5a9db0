extension BinaryInteger {
    /// With a comma between thousands: 12,345,678.
    package var grouped: String {
        let digits = String(magnitude)
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}

extension Double {
    /// With at most `digits` decimals and no zeros behind them: 29.97, 30.
    package func rounded(to digits: Int) -> String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        let whole = (scaled / scale).rounded(.down)
        var fraction = String(Int(scaled - whole * scale))
        while fraction.count < digits { fraction = "0" + fraction }
        while fraction.last == "0" { fraction.removeLast() }
        let sign = self < 0 && scaled > 0 ? "-" : ""
        return sign + Int(whole).grouped + (fraction.isEmpty ? "" : "." + fraction)
    }
}
