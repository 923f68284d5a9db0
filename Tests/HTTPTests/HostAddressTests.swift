import HTTP
import TestSupport
import Testing

@Suite struct HostAddressTests {
    /// The bytes of an address, read by Python.
    private static func address(_ text: String) async throws -> HostAddress {
        let code = "import ipaddress,sys;print(*ipaddress.ip_address(sys.argv[1]).packed)"
        let output = try await Shell.require(["python3", "-c", code, text])
        let bytes = output.stdout.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0) }
        return try #require(HostAddress(bytes))
    }

    private static let special: [(String, HostAddress.Special)] = [
        ("0.0.0.0", .unspecified), ("0.255.255.255", .unspecified), ("10.0.0.0", .private),
        ("10.255.255.255", .private), ("100.64.0.0", .shared), ("100.127.255.255", .shared),
        ("127.0.0.1", .loopback), ("127.255.255.255", .loopback), ("169.254.0.0", .linkLocal),
        ("169.254.169.254", .linkLocal), ("172.16.0.0", .private), ("172.31.255.255", .private),
        ("192.0.0.1", .reserved), ("192.0.2.1", .documentation), ("192.88.99.1", .reserved),
        ("192.168.0.0", .private), ("192.168.255.255", .private), ("198.18.0.0", .reserved),
        ("198.19.255.255", .reserved), ("198.51.100.1", .documentation),
        ("203.0.113.1", .documentation), ("224.0.0.1", .multicast),
        ("239.255.255.255", .multicast), ("240.0.0.0", .reserved),
        ("255.255.255.255", .reserved),
        ("::", .unspecified), ("::1", .loopback), ("::2", .reserved), ("::8.8.8.8", .reserved),
        ("::ffff:127.0.0.1", .loopback), ("::ffff:10.1.2.3", .private),
        ("::ffff:169.254.169.254", .linkLocal), ("::ffff:0:127.0.0.1", .reserved),
        ("64:ff9b::7f00:1", .loopback), ("64:ff9b::192.168.1.1", .private),
        ("64:ff9b:1::8.8.8.8", .private), ("100::1", .reserved), ("2001::1", .reserved),
        ("2001:1ff:ffff::1", .reserved), ("2001:db8::1", .documentation),
        ("2002:7f00:1::", .loopback), ("2002:c0a8:101::1", .private),
        ("2002:e000:1::", .multicast), ("3fff::1", .documentation),
        ("3fff:fff::1", .documentation), ("4000::1", .reserved), ("5f00::1", .reserved),
        ("fc00::1", .private), ("fdff:ffff::1", .private), ("fe80::1", .linkLocal),
        ("febf::1", .linkLocal), ("fec0::1", .private), ("feff::1", .private),
        ("ff02::1", .multicast), ("fbff::1", .reserved),
    ]

    @Test(arguments: special) func specialAddressIsKnown(
        _ text: String, _ special: HostAddress.Special
    ) async throws {
        #expect(try await Self.address(text).special == special)
    }

    @Test(arguments: [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
        "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
        "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.88.98.255",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.101.0",
        "203.0.114.0", "223.255.255.255",
        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2001:200::1", "2001:db9::1", "2002:808:808::1",
        "2606:4700::1111", "2000::1", "3ffe::1", "3fff:1000::1",
    ])
    func addressOfThePublicInternetIsNone(_ text: String) async throws {
        #expect(try await Self.address(text).special == nil)
    }

    @Test(arguments: [
        "8.8.8.8", "::1", "::", "2001:db8::1:0:0:1", "fe80::1", "1:2:3:4:5:6:7:8",
        "1:2:3:0:5:6:7:8", "1:0:2::3",
    ])
    func textIsAsPythonWritesIt(_ text: String) async throws {
        #expect(try await Self.address(text).text == text)
    }

    @Test func otherNumbersOfBytesAreNoAddress() {
        #expect(HostAddress([127, 0, 0]) == nil)
        #expect(HostAddress([UInt8](repeating: 0, count: 15)) == nil)
    }
}
