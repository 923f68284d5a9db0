internal import CCage
internal import FoundationEssentials
internal import Glibc

/// Why a message could not be sent or received.
package enum LinkError: Error, Equatable {
    /// The other end is gone.
    case closed
    /// Nothing came in time.
    case silent
    /// What came is no message of ours.
    case malformed
    /// The other program tried a system call that its cage forbids.
    case breach(String)
    /// The other program fills more memory than it may.
    case tooMuchMemory
    case system(errno: Int32)
}

/// One end of the socket between the two programs: length-prefixed JSON with open descriptors.
///
/// A message is four bytes, the big-endian length of what follows, and that many bytes of JSON.
/// Blocking. Only one thread at a time may send, and only one receive.
package final class CodecSocket: Sendable {
    /// A longer message is malformed: the other program is not trusted.
    static let longestMessage = 1 << 20

    let descriptor: Int32

    /// Takes over an open socket.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { Glibc.close(descriptor) }

    /// The socket under which a codec process is started.
    package static func inherited() -> CodecSocket {
        CodecSocket(descriptor: CAGE_SOCKET)
    }

    /// Waits until the other end is closed, however long that takes.
    package func waitForHangUp() throws(LinkError) {
        // poll(2) reports POLLHUP whatever was asked for.
        var hangUp = pollfd(fd: descriptor, events: 0, revents: 0)
        while unsafe poll(&hangUp, 1, -1) < 0 {
            guard errno == EINTR else { throw .system(errno: errno) }
        }
    }

    /// Sends a message, waiting at most until the deadline for the other program to read; the descriptors are
    /// duplicated for it.
    package func send(
        _ message: some Encodable, descriptors: [Int32] = [],
        until deadline: ContinuousClock.Instant? = nil
    ) throws(LinkError) {
        guard let body = try? JSONEncoder().encode(message) else { throw .malformed }
        let length = UInt32(body.count)
        var bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
        bytes.append(contentsOf: body)
        var done = 0
        while done < bytes.count {
            let sent = unsafe bytes.withUnsafeBytes { buffer in
                unsafe cage_send(
                    descriptor, buffer.baseAddress! + done, bytes.count - done, descriptors,
                    done == 0 ? descriptors.count : 0)
            }
            switch Int32(clamping: sent) {
            case -EAGAIN: try wait(for: POLLOUT, until: deadline)
            case -EPIPE, -ECONNRESET: throw .closed
            case ..<0: throw .system(errno: Int32(-sent))
            default: done += sent
            }
        }
    }

    /// Receives a message, waiting at most until the deadline, or for ever without one.
    ///
    /// The descriptors that came along are the caller's to close.
    package func receive<Message: Decodable>(
        _ type: Message.Type, until deadline: ContinuousClock.Instant? = nil
    ) throws(LinkError) -> (message: Message, descriptors: [Int32]) {
        var descriptors: [Int32] = []
        do throws(LinkError) {
            let prefix = try read(4, &descriptors, deadline)
            let length = prefix.reduce(0) { $0 << 8 | Int($1) }
            guard length <= Self.longestMessage else { throw .malformed }
            let body = try read(length, &descriptors, deadline)
            guard let message = try? JSONDecoder().decode(type, from: Data(body)) else {
                throw .malformed
            }
            return (message, descriptors)
        } catch {
            for descriptor in descriptors { Glibc.close(descriptor) }
            throw error
        }
    }

    private func read(
        _ count: Int, _ descriptors: inout [Int32], _ deadline: ContinuousClock.Instant?
    ) throws(LinkError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            try wait(for: POLLIN, until: deadline)
            var room: [Int32] = [-1, -1]
            var came = 0
            let received = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe cage_receive(
                    descriptor, buffer.baseAddress! + done, count - done, &room, &came)
            }
            descriptors.append(contentsOf: room.prefix(came))
            // Byte by byte, it could send more than this program may have open.
            guard descriptors.count <= Int(CAGE_DESCRIPTORS) else { throw .malformed }
            if received == 0 || received == -Int(ECONNRESET) { throw .closed }
            if received < 0 { throw .system(errno: Int32(-received)) }
            done += received
        }
        return bytes
    }

    private func wait(
        for events: Int32, until deadline: ContinuousClock.Instant?
    ) throws(LinkError) {
        while true {
            let left = deadline.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3_600)
            guard left > .zero else { throw .silent }
            let milliseconds = min(left / .milliseconds(1) + 1, 3_600_000)
            var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let ready = unsafe poll(&waiting, 1, Int32(milliseconds))
            if ready > 0 { return }
            if ready < 0 && errno != EINTR { throw .system(errno: errno) }
        }
    }
}
