import Glibc

/// A system call that failed while a test was set up.
package struct SystemError: Error, CustomStringConvertible {
    package let description: String

    /// Takes the reason from `errno` unless it is given.
    package init(_ call: String, _ subject: String, code: Int32 = errno) {
        description = "\(call): \(subject): \(String(cString: strerror(code)))"
    }
}
