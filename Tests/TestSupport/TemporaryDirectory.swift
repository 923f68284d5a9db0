import Glibc
package import Testing

/// Gives every test of a suite a folder of its own, which is removed afterwards.
///
/// ```swift
/// @Suite(.temporaryDirectory) struct Things {
///     @Test func thingIsWritten() { write(to: TemporaryDirectory.current + "/thing") }
/// }
/// ```
package struct TemporaryDirectory: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal private static var path: String?

    /// The path of the running test's folder, without symbolic links.
    package static var current: String {
        guard let path else { preconditionFailure("the test has no .temporaryDirectory trait") }
        return path
    }

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let path = try Self.make()
        defer { Self.remove(path) }
        try await Self.$path.withValue(path, operation: function)
    }

    private static func make() throws -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        guard let resolved = realpath(parent, nil) else { throw SystemError("realpath", parent) }
        defer { free(resolved) }
        var template = Array("\(String(cString: resolved))/pushmedia-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemError("mkdtemp", parent) }
        return String(cString: made)
    }

    /// Removes the folder with everything in it, whatever bytes the names are made of.
    private static func remove(_ path: String) {
        path.withCString { remove(name: $0, in: AT_FDCWD) }
    }

    private static func remove(name: UnsafePointer<CChar>, in parent: Int32) {
        guard unlinkat(parent, name, 0) != 0, errno == EISDIR else { return }
        // A test may have taken the right to write away.
        fchmodat(parent, name, 0o700, 0)
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard let directory = fdopendir(descriptor) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            withUnsafePointer(to: &entry.pointee.d_name) { field in
                let name = UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
                guard strcmp(name, ".") != 0, strcmp(name, "..") != 0 else { return }
                remove(name: name, in: descriptor)
            }
        }
        unlinkat(parent, name, AT_REMOVEDIR)
    }
}

extension Trait where Self == TemporaryDirectory {
    /// Gives every test a folder of its own: `TemporaryDirectory.current`.
    package static var temporaryDirectory: Self { TemporaryDirectory() }
}
