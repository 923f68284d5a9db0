internal import FoundationEssentials

/// JSON as every file and command of the program has it: sorted keys, a newline at the end.
package enum JSONText {
    package static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }
}
