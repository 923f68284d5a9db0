import AttachmentRules
import CodecLink
import Glibc
import TestSupport

extension CodecLane {
    static let limits = CodecLimits(
        maxPixels: 4_000_000, maxDecodedPixels: 6_000_000, maxFrames: 120,
        maxOutputBytes: 20_000_000)

    /// A lane at the beginning of an asset; patient, as the machine may be busy.
    static func lane(
        _ program: String, deadline: Duration = .seconds(60), stall: Duration = .seconds(40),
        start: Duration = .seconds(60)
    ) async -> CodecLane {
        let lane = CodecLane(
            program: program, limits: limits,
            patience: CodecPatience(deadline: deadline, stall: stall, start: start), label: "lane")
        await lane.beginAsset()
        return lane
    }

    nonisolated func facts(_ input: InputFile, _ type: MediaType = .jpeg) async throws -> Facts {
        defer { withExtendedLifetime(input) {} }
        return try await probe(
            CodecLink.Probe(type: type, depth: .whole, seconds: 31), input: input.descriptor)
    }

    @discardableResult
    nonisolated func render(
        _ recipe: Recipe, _ type: MediaType, from input: InputFile, to output: InputFile,
        onProgress: @Sendable (Double) -> Void = { _ in }
    ) async throws -> Rendering {
        defer { withExtendedLifetime((input, output)) {} }
        return try await render(
            Render(type: type, recipe: recipe), input: input.descriptor,
            output: output.descriptor, onProgress: onProgress)
    }
}

/// A file that is open as long as this is alive.
final class InputFile: Sendable {
    let path: String
    let descriptor: Int32

    init(_ path: String, _ flags: Int32 = O_RDONLY) throws {
        self.path = path
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("open", path) }
    }

    deinit { close(descriptor) }

    static func output(_ name: String) throws -> InputFile {
        try InputFile(TemporaryDirectory.current + "/" + name, O_RDWR | O_CREAT | O_EXCL)
    }
}

/// A process, seen through /proc.
struct ProcessView: Equatable {
    let id: Int32

    static let own = ProcessView(id: getpid())

    /// What each descriptor is open on.
    var descriptors: [Int32: String] {
        get throws {
            try entries("fd").reduce(into: [:]) { table, name in
                var target = [UInt8](repeating: 0, count: 4_096)
                let count = target.withUnsafeMutableBytes { buffer in
                    buffer.withMemoryRebound(to: CChar.self) {
                        readlink("/proc/\(id)/fd/\(name)", $0.baseAddress!, $0.count)
                    }
                }
                guard let number = Int32(name), count > 0 else { return }
                table[number] = String(decoding: target[..<count], as: UTF8.self)
            }
        }
    }

    var environment: Set<String> {
        get throws { Set(try text("environ").split(separator: "\0").map(String.init)) }
    }

    /// Whether it was waited for: not even a zombie is left.
    var isGone: Bool { kill(id, 0) != 0 && errno == ESRCH }

    /// It has not ended, nor is it waiting to be waited for.
    var isRunning: Bool {
        get throws { try !isGone && !text("status").contains("State:\tZ") }
    }

    func signal(_ number: Int32) { kill(id, number) }

    private func text(_ name: String) throws -> String {
        let file = try InputFile("/proc/\(id)/\(name)")
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(file.descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw SystemError("read", file.path) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private func entries(_ name: String) throws -> [String] {
        let path = "/proc/\(id)/\(name)"
        guard let directory = opendir(path) else { throw SystemError("opendir", path) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
