import Dispatch
import Glibc
import Synchronization

/// A program that was started and can be signalled; it is killed if it is dropped.
package final class RunningProcess: Sendable {
    /// The process's id, which is free for others once the process has ended.
    package let id: Int32

    private let files: [ScratchFile]
    private let ending = Ending()

    /// Starts a program; see `Shell.run` for what it gets.
    package init(
        _ program: [String], in directory: String? = nil, environment: [String: String] = [:],
        input: [UInt8] = []
    ) throws {
        precondition(!program.isEmpty, "a program has a name")
        // Files instead of pipes: nobody has to read them while the program runs, and a program that
        // outlives its parent cannot keep the test waiting for the end of a pipe.
        files = [try ScratchFile(input), try ScratchFile(), try ScratchFile()]

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, file) in files.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, file.descriptor, Int32(target))
        }

        // The signals that the test runner may have blocked or ignored.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        // posix_spawn changes the folder with GNU extensions only, which Swift does not see.
        let command = directory.map { ["env", "-C", $0] + program } ?? program
        var variables = Self.environment()
        variables.merge(environment) { $1 }
        var id: pid_t = 0
        let code = withCStrings(command) { arguments in
            withCStrings(variables.map { "\($0)=\($1)" }) { environment in
                posix_spawnp(&id, command[0], &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemError("posix_spawn", program[0], code: code) }
        self.id = id
        // A queue of its own, since a shared one is slow to start further threads.
        DispatchQueue(label: "wait for \(id)").async { @Sendable [id, ending] in
            ending.wait(for: id)
        }
    }

    deinit { signal(SIGKILL) }

    /// Sends a signal, such as `SIGINT`, unless the process has ended.
    package func signal(_ number: Int32) { ending.signal(number, to: id) }

    /// What it has written to standard error until now.
    package func standardErrorSoFar() throws -> String {
        String(decoding: try files[2].contents(), as: UTF8.self)
    }

    /// Waits for the end.
    ///
    /// Cancelling the task kills the process.
    package func output() async throws -> Shell.Output {
        let status = await withTaskCancellationHandler {
            await ending.status()
        } onCancel: {
            signal(SIGKILL)
        }
        return Shell.Output(
            status: status, standardOutput: try files[1].contents(),
            standardError: try files[2].contents())
    }

    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }
}

/// The end of a process, which is reaped as soon as it comes, whether anybody waits for it or not.
///
/// Its remains would keep the test runner's own wait, which asks for any child, from ever seeing
/// another one end.
private final class Ending: Sendable {
    private let state = Mutex((status: Int32?.none, waiting: [CheckedContinuation<Int32, Never>]()))

    func signal(_ number: Int32, to id: pid_t) {
        state.withLock { if $0.status == nil { kill(id, number) } }
    }

    /// The exit status, or 128 and the number of the signal that ended it.
    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state in
                if state.status == nil { state.waiting.append(continuation) }
                return state.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    func wait(for id: pid_t) {
        // Waits without reaping, so that the id stays ours while a signal may still be sent.
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        let (status, waiting) = state.withLock { state in
            let status = reap(id)
            state.status = status
            defer { state.waiting = [] }
            return (status, state.waiting)
        }
        for continuation in waiting { continuation.resume(returning: status) }
    }

    private func reap(_ id: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1 {
            precondition(errno == EINTR, "a child that nobody else waits for")
        }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}

/// Calls the body with a C array of C strings that ends with NULL.
private func withCStrings<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
}
