internal import CCage

/// libseccomp, which writes the filter of the codec process's system calls.
package enum CageLibrary {
    package static var version: String {
        var parts: [Int32] = [0, 0, 0]
        unsafe cage_filter_version(&parts)
        return parts.map(String.init).joined(separator: ".")
    }
}
