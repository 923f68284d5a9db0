internal import Glibc

/// Texts as C has them, for as long as the value is held.
@unsafe final class CStrings {
    var pointers: [UnsafePointer<CChar>?]

    init(_ texts: [String]) {
        unsafe pointers = texts.map { unsafe UnsafePointer(strdup($0)) }
    }

    deinit {
        unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
    }
}
