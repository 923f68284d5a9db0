internal import Glibc

/// The variables that the program was started with.
enum Environment {
    static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
