/// This program's own version.
package enum Version {
    package static let current = "0.1.0"
    /// The day of this version, as man pages have it.
    package static let date = "November 30, 2026"
}
