internal import CCurl
internal import Glibc

/// Opens the sockets of an exchange to those addresses alone that it may connect to.
///
/// A name is looked up by libcurl, and this sees what it is about to connect to: a check of the name before
/// would be of another look-up's answer.
final class SocketGate {
    private let mayConnect: (@Sendable (HostAddress) -> Bool)?
    private(set) var refused: [HostAddress] = []

    init(_ mayConnect: (@Sendable (HostAddress) -> Bool)?) {
        self.mayConnect = mayConnect
    }

    var isGuarded: Bool { mayConnect != nil }

    /// A socket for an address; `CURL_SOCKET_BAD` where there must be none.
    func open(_ target: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let address = unsafe Self.address(target) else { return CURL_SOCKET_BAD }
        guard mayConnect?(address) ?? true else {
            refused.append(address)
            return CURL_SOCKET_BAD
        }
        let kind = unsafe target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return unsafe socket(target.pointee.family, kind, target.pointee.protocol)
    }

    /// Nil for what is neither IPv4 nor IPv6.
    private static func address(
        _ target: UnsafeMutablePointer<curl_sockaddr>
    ) -> HostAddress? {
        guard let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        // The address is longer than the field that it begins in.
        let bytes = unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(target) + start, count: Int(target.pointee.addrlen))
        let place: Range<Int>
        switch unsafe target.pointee.family {
        case AF_INET: place = 4..<8
        case AF_INET6: place = 8..<24
        default: return nil
        }
        guard place.upperBound <= bytes.count else { return nil }
        return unsafe HostAddress(Array(bytes[place]))
    }
}
