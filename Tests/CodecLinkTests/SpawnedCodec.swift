import CodecLink
import Foundation
import Glibc
import Synchronization
import TestSupport

/// The codec program, started without a lane that would kill it.
final class SpawnedCodec: Sendable {
    private let id: pid_t
    private let socket: Mutex<CodecSocket?>
    private let isReaped = Mutex(false)

    /// The program ends with the thread that starts it, which is the calling one.
    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw SystemError("socketpair", "unix")
        }
        defer { close(ends[1]) }
        socket = Mutex(CodecSocket(descriptor: ends[0]))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
        let program = Products.path(of: "pushmedia-codec")
        let name = strdup("pushmedia-codec")
        defer { free(name) }
        var id: pid_t = 0
        let code = posix_spawn(&id, program, &actions, nil, [name, nil], [nil])
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        self.id = id
    }

    deinit {
        guard !isReaped.withLock(\.self) else { return }
        kill(id, SIGKILL)
        _ = try? status()
    }

    func send(_ message: some Encodable, descriptors: [Int32] = []) throws {
        try socket.withLock { $0 }?.send(message, descriptors: descriptors)
    }

    /// The first answer, progress included.
    @discardableResult
    func ask(_ request: CodecRequest, descriptors: [Int32] = []) throws -> CodecReply {
        try send(request, descriptors: descriptors)
        guard let socket = socket.withLock({ $0 }) else { throw LinkError.closed }
        return try socket.receive(CodecReply.self, until: .now + .seconds(40)).message
    }

    func hangUp() throws { socket.withLock { $0 = nil } }

    /// Waits for the end: the exit status, or 128 and the number of the signal that ended it.
    func status() throws -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemError("waitpid", "pushmedia-codec") }
        }
        isReaped.withLock { $0 = true }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

extension SpawnedCodec {
    /// Starts the program from a thread that stays as long as the test's process.
    static func kept() async throws -> SpawnedCodec {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try SpawnedCodec() })
                while true { pause() }
            }
        }
    }
}
