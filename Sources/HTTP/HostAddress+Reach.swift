extension HostAddress {
    /// What an address is for, where it is not one of the public Internet.
    package enum Special: String, Sendable, CaseIterable {
        case unspecified, loopback, `private`, shared, linkLocal, multicast, documentation, reserved
    }

    /// Nil for an address of the public Internet.
    ///
    /// An IPv6 address that carries an IPv4 one is what that is: mapped, NAT64, 6to4. In IPv6, only 2000::/3 is
    /// public, so a range that nobody has assigned yet is none.
    package var special: Special? {
        if bytes.count == 4 { return Self.special(bytes, in: Self.ranges4) }
        for carrier in Self.carriers where Self.begins(bytes, carrier.prefix, carrier.bits) {
            return Self.special(Array(bytes[carrier.at..<carrier.at + 4]), in: Self.ranges4)
        }
        if let special = Self.special(bytes, in: Self.ranges6) { return special }
        return Self.begins(bytes, [0x20], 3) ? nil : .reserved
    }

    private typealias SpecialRange = (prefix: [UInt8], bits: Int, special: Special)

    /// From the IANA's registry of special-purpose IPv4 addresses.
    private static let ranges4: [SpecialRange] = [
        ([0], 8, .unspecified),
        ([10], 8, .private),
        ([100, 64], 10, .shared),
        ([127], 8, .loopback),
        ([169, 254], 16, .linkLocal),
        ([172, 16], 12, .private),
        ([192, 0, 0], 24, .reserved),
        ([192, 0, 2], 24, .documentation),
        // Relays of 6to4, given up.
        ([192, 88, 99], 24, .reserved),
        ([192, 168], 16, .private),
        // Benchmarks of networks.
        ([198, 18], 15, .reserved),
        ([198, 51, 100], 24, .documentation),
        ([203, 0, 113], 24, .documentation),
        ([224], 4, .multicast),
        ([240], 4, .reserved),
    ]

    /// From the IANA's registry of special-purpose IPv6 addresses, as far as it is not plain that they lie
    /// outside 2000::/3.
    private static let ranges6: [SpecialRange] = [
        ([UInt8](repeating: 0, count: 16), 128, .unspecified),
        ([UInt8](repeating: 0, count: 15) + [1], 128, .loopback),
        // NAT64 within a network.
        ([0, 0x64, 0xff, 0x9b, 0, 1], 48, .private),
        // Teredo, benchmarks, ORCHID and other protocols' own.
        ([0x20, 0x01, 0], 23, .reserved),
        ([0x20, 0x01, 0x0d, 0xb8], 32, .documentation),
        ([0x3f, 0xff, 0], 20, .documentation),
        ([0xfc], 7, .private),
        ([0xfe, 0x80], 10, .linkLocal),
        ([0xfe, 0xc0], 10, .private),
        ([0xff], 8, .multicast),
    ]

    /// Where IPv6 addresses carry one of IPv4.
    private static let carriers: [(prefix: [UInt8], bits: Int, at: Int)] = [
        ([UInt8](repeating: 0, count: 10) + [0xff, 0xff], 96, 12),
        ([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12),
        ([0x20, 0x02], 16, 2),
    ]

    private static func special(_ bytes: [UInt8], in ranges: [SpecialRange]) -> Special? {
        ranges.first { begins(bytes, $0.prefix, $0.bits) }?.special
    }

    /// Whether the first bits are those of the prefix.
    private static func begins(_ bytes: [UInt8], _ prefix: [UInt8], _ bits: Int) -> Bool {
        let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
        guard bytes.prefix(whole).elementsEqual(prefix.prefix(whole)) else { return false }
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xff << (8 - rest))
        return bytes[whole] & mask == prefix[whole] & mask
    }
}
