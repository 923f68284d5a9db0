internal import Glibc

/// A numeric address and a port, as `127.0.0.1:9090` or `[::1]:9090`; a port alone, or `:9090`, is one of this machine
/// alone.
package struct ListenAddress: Sendable, Equatable {
    package let host: String
    package let port: UInt16

    package init(host: String = "127.0.0.1", port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Nil for what is no address.
    package init?(_ text: String) {
        let colon = text.lastIndex(of: ":")
        guard let port = UInt16(colon.map { text[text.index(after: $0)...] } ?? text[...]) else {
            return nil
        }
        var host = colon.map { text[..<$0] } ?? ""
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        self.init(host: host.isEmpty ? "127.0.0.1" : String(host), port: port)
        guard unsafe withSocketAddress({ _ in true }) != nil else { return nil }
    }

    /// Nil if the host is no numeric address.
    func withSocketAddress<R>(_ body: (UnsafePointer<sockaddr>) -> R) -> R? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &hints, &found) == 0 else { return nil }
        defer { unsafe freeaddrinfo(found) }
        guard let address = unsafe found?.pointee.ai_addr else { return nil }
        return unsafe body(address)
    }
}

extension ListenAddress: CustomStringConvertible {
    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
