internal import CCage
internal import Foundation
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

    /// Sends a message; the descriptors are duplicated for the other program.
    package func send(
        _ message: some Encodable, descriptors: [Int32] = []
    ) throws(LinkError) {
        guard let body = try? JSONEncoder().encode(message) else { throw .malformed }
        let length = UInt32(body.count)
        var bytes = [UInt8]()
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
        bytes.append(contentsOf: body)
        let status = unsafe cage_send(
            descriptor, bytes, bytes.count, descriptors, descriptors.count)
        if status == -EPIPE || status == -ECONNRESET { throw .closed }
        if status < 0 { throw .system(errno: -status) }
    }

    /// Receives a message, waiting at most until the deadline, or for ever without one.
    ///
    /// The descriptors that came along are the caller's to close.
    package func receive<Message: Decodable>(
        _ type: Message.Type, until deadline: ContinuousClock.Instant? = nil
    ) throws(LinkError) -> (message: Message, descriptors: [Int32]) {
        var watch: ProcessWatch?
        return try receive(type, until: deadline, &watch)
    }

    /// The same, while the process at the other end is watched.
    func receive<Message: Decodable>(
        _ type: Message.Type, until deadline: ContinuousClock.Instant?,
        _ watch: inout ProcessWatch?
    ) throws(LinkError) -> (message: Message, descriptors: [Int32]) {
        var descriptors: [Int32] = []
        do throws(LinkError) {
            let prefix = try read(4, &descriptors, deadline, &watch)
            let length = prefix.reduce(0) { $0 << 8 | Int($1) }
            guard length <= Self.longestMessage else { throw .malformed }
            let body = try read(length, &descriptors, deadline, &watch)
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
        _ count: Int, _ descriptors: inout [Int32], _ deadline: ContinuousClock.Instant?,
        _ watch: inout ProcessWatch?
    ) throws(LinkError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            try wait(until: deadline, &watch)
            var room: [Int32] = [-1, -1]
            var came = 0
            let received = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe cage_receive(
                    descriptor, buffer.baseAddress! + done, count - done, &room, &came)
            }
            descriptors.append(contentsOf: room.prefix(came))
            if received == 0 || received == -Int(ECONNRESET) { throw .closed }
            if received < 0 { throw .system(errno: Int32(-received)) }
            done += received
        }
        return bytes
    }

    private func wait(
        until deadline: ContinuousClock.Instant?, _ watch: inout ProcessWatch?
    ) throws(LinkError) {
        guard deadline != nil || watch != nil else { return }
        while true {
            if let fault = watch?.memoryFault() { throw fault }
            let left = deadline.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3_600)
            guard left > .zero else { throw .silent }
            let pause = watch == nil ? left : min(left, ProcessWatch.interval)
            let milliseconds = min(pause / .milliseconds(1) + 1, 3_600_000)
            var waiting = [
                pollfd(fd: watch?.breaches ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let ready = unsafe poll(&waiting, nfds_t(waiting.count), Int32(milliseconds))
            if ready < 0 && errno != EINTR { throw .system(errno: errno) }
            if let watch, waiting[0].revents & Int16(POLLIN) != 0 { throw watch.breach() }
            if ready > 0, waiting[1].revents != 0 { return }
        }
    }
}
