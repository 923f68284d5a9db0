import CodecLink
import Foundation
import Glibc
import TestSupport

/// Two ends of a socket: one of ours, and one on which a test writes any bytes it likes.
struct SocketPair {
    let socket: CodecSocket
    let raw: RawSocket

    init() throws {
        let ends = try Self.descriptors()
        socket = CodecSocket(descriptor: ends[0])
        raw = RawSocket(descriptor: ends[1])
    }

    /// Two of ours, as the two programs have them.
    static func ours() throws -> (CodecSocket, CodecSocket) {
        let ends = try descriptors()
        return (CodecSocket(descriptor: ends[0]), CodecSocket(descriptor: ends[1]))
    }

    private static func descriptors() throws -> [Int32] {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw SystemError("socketpair", "unix")
        }
        return ends
    }

    /// A length and what follows it.
    static func framed(_ body: [UInt8], length: UInt32? = nil) -> [UInt8] {
        let length = length ?? UInt32(body.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + body
    }

    static func framed(_ reply: CodecReply) throws -> [UInt8] {
        framed(Array(try JSONEncoder().encode(reply)))
    }
}

/// An end of a socket that knows nothing of messages.
final class RawSocket: Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func write(_ bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        else { throw SystemError("send", "socket") }
    }

    func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = recv(descriptor, &bytes, count, Int32(MSG_WAITALL))
        guard got == count else { throw SystemError("recv", "socket") }
        return bytes
    }

    /// Nothing more comes from this end.
    func hangUp() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// As if the program were gone.
    func hangUpBothWays() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// A pipe, whose reading end tells whether its writing end is open anywhere.
final class Pipe: Sendable {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe", "") }
        (reading, writing) = (ends[0], ends[1])
        // A program that another test starts meanwhile would keep the writing end open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    }

    deinit { close(reading) }

    /// Whether nobody has the writing end any more; `closeWriting` closes this process's own.
    var isAbandoned: Bool {
        // A process that another test starts holds every descriptor until it runs its program.
        var end = pollfd(fd: reading, events: 0, revents: 0)
        return poll(&end, 1, 10_000) == 1 && end.revents & Int16(POLLHUP) != 0
    }

    func closeWriting() { close(writing) }
}
