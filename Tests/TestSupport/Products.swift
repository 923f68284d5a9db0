import Glibc

/// The programs that were built together with the tests.
package enum Products {
    /// The path of a built program, such as `pushmedia`.
    ///
    /// The bundle that runs the tests lies in the folder of the products; `PUSHMEDIA_PRODUCTS` names
    /// another one, such as that of release builds.
    package static func path(of product: String) -> String {
        (getenv("PUSHMEDIA_PRODUCTS").map { String(cString: $0) } ?? directory) + "/" + product
    }

    private static let directory: String = {
        guard let path = realpath("/proc/self/exe", nil) else {
            preconditionFailure("/proc is not mounted")
        }
        defer { free(path) }
        let executable = String(cString: path)
        return String(executable[..<(executable.lastIndex(of: "/") ?? executable.startIndex)])
    }()
}
