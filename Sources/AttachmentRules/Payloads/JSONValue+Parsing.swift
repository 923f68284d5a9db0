#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Why bytes are not taken as JSON.
public enum JSONFault: Error, Sendable, Equatable {
    /// More bytes than anyone reads.
    case tooLong(Int)
    /// No UTF-8, or a byte order mark before it.
    case encoding
    /// Arrays and objects within each other, deeper than anyone reads.
    case tooDeep
    /// More brackets, colons and commas than anyone reads.
    case tooMany
    case syntax
    /// An object has a key twice, and readers differ in which they take.
    case repeatedKey
}

extension JSONValue {
    /// Of a payload 16 times over.
    public static let maxBytes = 65_536
    static let maxDepth = 32
    /// Each is a byte, so that a payload with so many is too large whatever else is in it.
    static let maxMarks = 8_192

    /// Reads JSON as strictly as a server does that is nobody's friend.
    public static func parsed(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
        guard bytes.count <= maxBytes else { throw .tooLong(bytes.count) }
        // Foundation reads UTF-16 too, which has zeros in it, and overlooks a byte order mark.
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0),
            !bytes.starts(with: byteOrderMark)
        else { throw .encoding }
        let outline = JSONOutline(of: bytes)
        // The decoder calls itself for each level, and threads have small stacks.
        guard outline.depth <= maxDepth else { throw .tooDeep }
        // Each value takes the decoder some microseconds, and there is a file for everyone's patience.
        guard outline.markCount <= maxMarks else { throw .tooMany }
        // A comma before a closing bracket passes with Foundation.
        guard !outline.hasTrailingComma,
            let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        else { throw .syntax }
        guard value.memberCount == outline.memberCount else { throw .repeatedKey }
        return value
    }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Of all objects in it.
    private var memberCount: Int {
        switch self {
        case .object(let members): members.values.reduce(members.count) { $0 + $1.memberCount }
        case .array(let values): values.reduce(0) { $0 + $1.memberCount }
        default: 0
        }
    }
}

/// What can be told of JSON by its punctuation alone.
///
/// Means something only of valid JSON, but is safe to take of any bytes.
private struct JSONOutline {
    private(set) var depth = 0
    /// Every member has one colon outside strings.
    private(set) var memberCount = 0
    private(set) var hasTrailingComma = false
    /// Brackets, colons and commas outside strings.
    private(set) var markCount = 0

    init(of bytes: [UInt8]) {
        var level = 0
        var (isInString, isEscaped, isAfterComma) = (false, false, false)
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                level += 1
                depth = max(depth, level)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                level -= 1
                if isAfterComma { hasTrailingComma = true }
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: ":"): memberCount += 1
            default: break
            }
            if ",:[]{}".utf8.contains(byte) { markCount += 1 }
            isAfterComma = byte == UInt8(ascii: ",")
        }
    }
}
