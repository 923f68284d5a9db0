import Glibc

/// A TCP socket at 127.0.0.1; closed when it is dropped.
final class LoopbackSocket: Sendable {
    let descriptor: Int32

    init() throws {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw SystemError("socket", "TCP") }
    }

    deinit { close(descriptor) }

    /// Takes a free port, and tells which.
    func bindToFreePort() throws -> Int {
        guard Self.withAddress(port: 0, { bind(descriptor, $0, $1) }) == 0 else {
            throw SystemError("bind", "127.0.0.1")
        }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        guard code == 0 else { throw SystemError("getsockname", "127.0.0.1") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Bounds how long it is waited for what comes.
    func setPatience(seconds: Int) throws {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        guard setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size) == 0 else {
            throw SystemError("setsockopt", "SO_RCVTIMEO")
        }
    }

    /// Connects to a port; false if nobody listens there.
    func connectToPort(_ port: Int) -> Bool {
        Self.withAddress(port: port) { connect(descriptor, $0, $1) } == 0
    }

    /// Sends everything; false if the other side went away.
    @discardableResult
    static func send(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// What has come, and what comes next if nothing has; empty at the end.
    static func receive(from descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    private static func withAddress(
        port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// Ports of 127.0.0.1 that nobody listens on.
package enum FreePort {
    /// So many of them, all different.
    ///
    /// They are free when they are found; nothing keeps them so.
    package static func some(_ count: Int) throws -> [Int] {
        // Each stays taken until all are found.
        let sockets = try (0..<count).map { _ in try LoopbackSocket() }
        return try withExtendedLifetime(sockets) { try sockets.map { try $0.bindToFreePort() } }
    }
}
