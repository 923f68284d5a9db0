/// Runs real programs.
package enum Shell {
    /// What a program that has ended leaves behind.
    package struct Output: Sendable {
        /// The exit status; 128 and the signal's number if a signal ended it, as shells have it.
        package let status: Int32
        package let standardOutput: [UInt8]
        package let standardError: [UInt8]

        package var stdout: String { String(decoding: standardOutput, as: UTF8.self) }
        package var stderr: String { String(decoding: standardError, as: UTF8.self) }
    }

    /// Runs a program to its end and collects what it writes.
    ///
    /// No thread of the cooperative pool waits for it, and cancelling the task kills it.
    ///
    /// The program is found along PATH unless its name has a slash. Its standard input is empty
    /// unless given; the environment is the test's own, with the given values on top.
    package static func run(
        _ program: [String], in directory: String? = nil, environment: [String: String] = [:],
        input: [UInt8] = []
    ) async throws -> Output {
        let process = try RunningProcess(
            program, in: directory, environment: environment, input: input)
        return try await process.output()
    }

    /// Runs a program that a test relies on: throws what it says on stderr if its status is not 0.
    @discardableResult
    package static func require(
        _ program: [String], in directory: String? = nil
    ) async throws -> Output {
        let output = try await run(program, in: directory)
        guard output.status == 0 else { throw Failure(program: program, output: output) }
        return output
    }

    /// A program that a test relies on and that failed.
    package struct Failure: Error, CustomStringConvertible {
        package let program: [String]
        package let output: Output

        package var description: String {
            "\(program.joined(separator: " ")): status \(output.status): \(output.stderr)"
        }
    }
}
