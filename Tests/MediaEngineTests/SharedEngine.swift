import AttachmentRules
import CodecLink
import Dispatch
import Glibc
import MediaEngine
import TestSupport
import Testing

/// The engine of all tests: the libraries start once in a process.
///
/// One request at a time, as in the codec program, on a thread that may block.
enum SharedEngine {
    static let limits = CodecLimits(
        maxPixels: 4_000_000, maxDecodedPixels: 6_000_000, maxFrames: 120, maxSide: 16_384)

    /// The started engine, and what starting it said.
    static let started: (engine: Engine, versions: CodecVersions) = {
        var engine = Engine()
        do {
            let versions = try engine.start(limits)
            return (engine, versions)
        } catch {
            preconditionFailure("the engine does not start: \(error)")
        }
    }()

    private static let queue = DispatchQueue(label: "engine")

    /// Tells what the file is.
    static func probe(
        _ path: String, _ type: MediaType, offset: Int64 = 0, depth: CodecLink.Probe.Depth = .whole,
        seconds: Double = 31, listsFrames: Bool = false, listens: Bool = false,
        progress: @escaping @Sendable (Double) -> Bool = { _ in true }
    ) async throws -> Facts {
        let input = try OpenedFile(path)
        let probe = CodecLink.Probe(
            type: type, offset: offset, depth: depth, seconds: seconds, listsFrames: listsFrames,
            listens: listens)
        return try await perform {
            try started.engine.probe(probe, input: input.descriptor, progress: progress)
        }
    }

    /// Renders the file into a new one with that name in the test's folder.
    static func render(
        _ path: String, _ type: MediaType, offset: Int64 = 0, _ recipe: Recipe, as name: String,
        progress: @escaping @Sendable (Double) -> Bool = { _ in true }
    ) async throws -> Rendered {
        let input = try OpenedFile(path)
        let target = TemporaryDirectory.current + "/" + name
        let output = try OpenedFile(target, O_RDWR | O_CREAT | O_EXCL)
        let render = Render(type: type, offset: offset, recipe: recipe)
        let rendering = try await perform {
            try started.engine.render(
                render, input: input.descriptor, output: output.descriptor, progress: progress)
        }
        return Rendered(path: target, rendering: rendering)
    }

    private static func perform<Answer: Sendable>(
        _ work: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { @Sendable in continuation.resume(with: Result(catching: work)) }
        }
    }
}

/// A file that was rendered, and what the engine said of it.
struct Rendered {
    let path: String
    let rendering: Rendering

    var bytes: [UInt8] { get throws { try OpenedFile(path).contents() } }
}

/// A file that is open as long as this is alive.
final class OpenedFile: Sendable {
    let descriptor: Int32

    init(_ path: String, _ flags: Int32 = O_RDONLY) throws {
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("open", path) }
    }

    deinit { close(descriptor) }

    func contents() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else {
            throw SystemError("read", "opened file")
        }
        return bytes
    }

    /// Writes a new file into the test's folder and returns its path.
    static func write(_ bytes: [UInt8], as name: String) throws -> String {
        let path = TemporaryDirectory.current + "/" + name
        let file = try OpenedFile(path, O_RDWR | O_CREAT | O_EXCL)
        guard pwrite(file.descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw SystemError("write", path)
        }
        return path
    }
}

/// The refusal that the work ends in; anything else fails the test.
func refusal<Answer>(
    of work: () async throws -> Answer, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Refusal {
    let error = await #expect(throws: Refusal.self, sourceLocation: sourceLocation) {
        _ = try await work()
    }
    return try #require(error, sourceLocation: sourceLocation)
}
