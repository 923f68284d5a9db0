import Glibc

/// A path as the kernel has it: any bytes but NUL, with slashes between the names.
///
/// File names need not be UTF-8, so paths are neither `String`s nor URLs on their way through the
/// program; only `text` is shown to people.
package struct BytePath: Hashable, Sendable {
    package var bytes: [UInt8]

    package init(_ string: String) {
        bytes = Array(string.utf8)
    }

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var isEmpty: Bool { bytes.isEmpty }

    package var isAbsolute: Bool { bytes.first == Self.slash }

    /// The names between the slashes, without empty ones and `.`; `..` is kept.
    package var components: [BytePath] {
        bytes.split(separator: Self.slash).map { BytePath(bytes: Array($0)) }.filter { $0 != "." }
    }

    /// The last name; empty if there is none, as in `/`.
    package var lastComponent: BytePath { components.last ?? "" }

    /// The path without its last name: `a` for `a/b`, empty for `a`, `/` for `/a`.
    package var parent: BytePath {
        let start: BytePath = isAbsolute ? "/" : ""
        return components.dropLast().reduce(start) { $0.appending($1) }
    }

    /// The last name without its extension: `hero` for `a/hero.png`, `.hidden` for `.hidden`.
    package var stem: BytePath {
        let name = lastComponent.bytes
        return BytePath(bytes: Array(name[..<Self.endOfStem(name)]))
    }

    /// What follows the last dot of the last name; empty if nothing does.
    ///
    /// A dot that a name starts with does not count.
    package var fileExtension: BytePath {
        let name = lastComponent.bytes
        return BytePath(bytes: Array(name[Self.endOfStem(name)...].dropFirst()))
    }

    /// The path of something inside: `a/b` from `a` and `b`, `b` from the empty path and `b`.
    package func appending(_ path: BytePath) -> BytePath {
        if isEmpty { return path }
        let inner = path.bytes.drop { $0 == Self.slash }
        let separator = bytes.last == Self.slash || inner.isEmpty ? [] : [Self.slash]
        return BytePath(bytes: bytes + separator + inner)
    }

    package func appending(_ path: String) -> BytePath {
        appending(BytePath(path))
    }

    /// The path with something added to its last name: `a/hero.jpg` from `a/hero` and `.jpg`.
    package func appending(suffix: String) -> BytePath {
        BytePath(bytes: bytes + Array(suffix.utf8))
    }

    /// The path of the same place from the root, without links, `.` and `..`.
    ///
    /// Throws if there is nothing.
    package func resolved() throws(StorageError) -> BytePath {
        let resolved = withCString { unsafe realpath($0, nil) }
        guard let resolved = unsafe resolved else {
            throw StorageError(operation: "realpath", path: self, errno: errno)
        }
        defer { unsafe free(resolved) }
        return unsafe BytePath(
            bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
    }

    private static let slash = UInt8(ascii: "/")

    private static func endOfStem(_ name: [UInt8]) -> Int {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < name.count - 1 else {
            return name.count
        }
        return dot
    }
}

extension BytePath {
    /// The path to show: valid UTF-8 is kept as it is, every other byte becomes `%` and two
    /// hexadecimal digits.
    ///
    /// Control characters are kept; whoever prints it to a terminal quotes them.
    package var text: String {
        if let whole = String(validating: bytes, as: UTF8.self) { return whole }
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            if let scalar = String(
                validating: rest.prefix(Self.lengthOfScalar(first)), as: UTF8.self)
            {
                text += scalar
                rest = rest.dropFirst(scalar.utf8.count)
            } else {
                let digits = String(first, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0" + digits : "%" + digits
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// How many bytes a UTF-8 sequence with this first byte has; 1 where none can start with it.
    private static func lengthOfScalar(_ first: UInt8) -> Int {
        switch first {
        case 0xc0...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xff: 4
        default: 1
        }
    }
}

extension BytePath: Comparable {
    /// Orders by bytes, whatever the locale.
    package static func < (left: BytePath, right: BytePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension BytePath: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(value)
    }
}
