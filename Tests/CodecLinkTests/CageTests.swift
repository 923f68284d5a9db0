import AttachmentRules
import CodecLink
import Glibc
import TestSupport
import Testing

/// The cage, attacked from inside the codec process.
///
/// `Tests/Cage/remove-controls` shows that each of these fails without its control.
@Suite(.temporaryDirectory, .timeLimit(.minutes(2))) struct CageTests {
    private func lane() async throws -> CodecLane {
        let lane = await CodecLane.lane(Products.path(of: "pushmedia-codec"))
        #expect(try await lane.start().cage.isClosed)
        return lane
    }

    /// Without the filter of system calls, which would hide what Landlock does.
    private func laneWithoutFilter() async throws -> CodecLane {
        let lane = await CodecLane.lane(Products.path(of: "pushmedia-codec"))
        try await lane.startWithoutFilter()
        return lane
    }

    // System calls

    @Test(arguments: [
        (Attack.Call.udp, "socket"), (.unixSocket, "socket"), (.connect, "socket"),
        (.exec, "execve"), (.fork, "clone"), (.trace, "ptrace"), (.mount, "mount"),
        (.signal, "kill"), (.signalThread, "tgkill"), (.control, "prctl"),
        (.setFlags, "fcntl"), (.raiseLimit, "prlimit64"), (.changeMode, "fchmod"),
        (.truncateFile, "truncate"),
    ])
    func aForbiddenCallIsNamedAndEndsTheProcess(_ call: Attack.Call, _ name: String) async throws {
        let program = try CodecProgram()
        let lane = await CodecLane.lane(program.path)
        _ = try await lane.start()
        let input = try InputFile(program.path)
        await #expect(throws: CodecFailure.forbidden(call: name)) {
            try await lane.attack(
                .call(call, argument: getpid()), descriptors: [input.descriptor])
        }
        #expect(try program.processes.last?.isGone == true)
    }

    @Test(arguments: [
        (Attack.Call.openFile, EPERM), (.makeFile, EPERM), (.stat, EPERM),
        (.clone3, ENOSYS),
    ])
    func whatLibrariesTryIsAnswered(_ call: Attack.Call, _ errno: Int32) async throws {
        let lane = try await lane()
        #expect(try await lane.attack(.call(call)) == -errno)
        await lane.stop()
    }

    @Test func threadsAreAllowed() async throws {
        let lane = try await lane()
        #expect(try await lane.attack(.call(.thread)) == 0)
        await lane.stop()
    }

    // Landlock alone

    @Test(arguments: [Attack.Call.openFile, .makeFile, .exec, .bind])
    func landlockForbids(_ call: Attack.Call) async throws {
        let lane = try await laneWithoutFilter()
        #expect(try await lane.attack(.call(call)) == -EACCES)
        await lane.stop()
    }

    @Test func landlockForbidsConnections() async throws {
        let listener = try Listener()
        let lane = try await laneWithoutFilter()
        #expect(try await lane.attack(.call(.connect, argument: listener.port)) == -EACCES)
        await lane.stop()
    }

    @Test func landlockForbidsSignalsToOthers() async throws {
        let lane = try await laneWithoutFilter()
        #expect(try await lane.attack(.call(.signal, argument: getpid())) == -EPERM)
        await lane.stop()
    }

    /// Landlock would hold for one of them alone.
    @Test func itDoesNotCloseAroundTwoThreads() async throws {
        let lane = await CodecLane.lane(Products.path(of: "pushmedia-codec"))
        let refusal = await #expect(throws: Refusal.self) { try await lane.startBesideThread() }
        #expect(refusal?.message == "the cage does not close (errno \(EBUSY))")
    }

    // What the process gives up by itself

    @Test(
        arguments: [
            (Attack.Call.isDumpable, 0), (.hasPrivileges, 0), (.coreLimit, 0), (.niceness, 5),
            (.descriptors, 4),
        ] as [(Attack.Call, Int32)])
    func itHasNothingLeft(_ call: Attack.Call, _ value: Int32) async throws {
        let lane = try await laneWithoutFilter()
        #expect(try await lane.attack(.call(call)) == value)
        await lane.stop()
    }

    @Test func noMoreThanAFewFilesAreOpen() async throws {
        let lane = try await lane()
        #expect(try await lane.attack(.call(.duplicate)) == -EMFILE)
        await lane.stop()
    }

    @Test func theInputCannotBeWritten() async throws {
        let lane = try await lane()
        let input = try InputFile(await Media.jpeg(width: 16, height: 16))
        #expect(
            try await lane.attack(.call(.write), descriptors: [input.descriptor]) == -EBADF)
        await lane.stop()
    }

    @Test func anOutputGrowsToItsLimit() async throws {
        let lane = try await lane()
        let onDisk = try InputFile.output("grown")
        let inMemory = try MemoryFile()
        for output in [onDisk.descriptor, inMemory.descriptor] {
            #expect(try await lane.attack(.call(.grow), descriptors: [output]) == -EFBIG)
            var status = stat()
            #expect(fstat(output, &status) == 0)
            #expect(status.st_size == CodecLane.limits.maxOutputBytes)
        }
        await lane.stop()
    }

    // The order

    @Test func mediaBeforeTheStartEndTheProcess() async throws {
        let process = try await SpawnedCodec.kept()
        let input = try InputFile(await Media.jpeg(width: 16, height: 16))
        let probe = CodecLink.Probe(type: .jpeg, depth: .plan, seconds: 1)
        await #expect(throws: LinkError.closed) {
            try await onThread {
                try process.ask(.probe(probe), descriptors: [input.descriptor])
            }
        }
        #expect(try await onThread { try process.status() } == 0)
    }
}

/// A TCP port on the loopback that takes connections.
private final class Listener: Sendable {
    let port: Int32
    private let descriptor: Int32

    init() throws {
        let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(end, $0, length) == 0 && listen(end, 4) == 0
                    && getsockname(end, $0, &length) == 0
            }
        }
        descriptor = end
        port = Int32(UInt16(bigEndian: address.sin_port))
        guard isBound else { throw SystemError("bind", "127.0.0.1") }
    }

    deinit { close(descriptor) }
}
