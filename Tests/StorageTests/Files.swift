import Glibc
import Storage
import TestSupport

/// A path in the test's folder.
func here(_ path: BytePath) -> BytePath {
    BytePath(TemporaryDirectory.current).appending(path)
}

/// Makes a file in the test's folder.
func put(_ bytes: [UInt8], _ path: BytePath) throws {
    let descriptor = call(here(path)) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw SystemError("open", path.text) }
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
        throw SystemError("write", path.text)
    }
}

/// The bytes of a file in the test's folder.
func get(_ path: BytePath) throws -> [UInt8] {
    try OpenFile(reading: here(path)).bytes(count: 100_000_000)
}

/// Makes a folder in the test's folder.
func makeFolder(_ path: BytePath) throws {
    guard call(here(path), { mkdir($0, 0o755) }) == 0 else { throw SystemError("mkdir", path.text) }
}

/// Makes a symbolic link in the test's folder.
func link(_ path: BytePath, to target: BytePath) throws {
    let status = call(target) { target in call(here(path)) { symlink(target, $0) } }
    guard status == 0 else { throw SystemError("symlink", path.text) }
}

/// The names in a folder of the test's folder.
func names(in path: BytePath) throws -> [String] {
    try Directory.entries(of: here(path)).map(\.name.text)
}

private func call(_ path: BytePath, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    (path.bytes + [0]).withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
}
