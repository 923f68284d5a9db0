import Testing

@testable import AttachmentRules

/// JSON as payloads have it: exact in its types, strict in its form.
@Suite struct PayloadJSONTests {
    @Test(
        arguments: [
            ("1", .integer(1)), ("0", .integer(0)), ("true", .boolean(true)),
            ("false", .boolean(false)), ("1.0", .integer(1)), ("1e2", .integer(100)),
            ("1.5", .number(1.5)), ("-7", .integer(-7)), ("null", .null),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("\"1\"", .string("1")), ("\"\\u00e9\\n\"", .string("é\n")), ("[]", .array([])),
            (" {\"a\" : [1, true]} ", .object(["a": .array([.integer(1), .boolean(true)])])),
            ("{\"a:\":\"},\"}", .object(["a:": .string("},")])),
            ("\"\\\"}\"", .string("\"}")),
        ] as [(String, JSONValue)])
    func isReadAsWhatItIs(text: String, value: JSONValue) throws {
        #expect(try JSONValue.parsed(Array(text.utf8)) == value)
    }

    @Test(
        arguments: [
            ("", .syntax), ("{", .syntax), ("}", .syntax), ("[1,]", .syntax),
            ("{\"a\":1,}", .syntax), ("[1, ]", .syntax), ("{} {}", .syntax), ("NaN", .syntax),
            ("[Infinity]", .syntax), ("1e999", .syntax), ("01", .syntax), ("'a'", .syntax),
            ("// a\n1", .syntax), ("\"\\ud800\"", .syntax), ("\"a\tb\"", .syntax),
            ("{\"a\":1,\"a\":2}", .repeatedKey), ("{\"a\":1,\"\\u0061\":2}", .repeatedKey),
            ("[{\"b\":{\"a\":1,\"a\":1}}]", .repeatedKey), ("\u{FEFF}{}", .encoding),
        ] as [(String, JSONFault)])
    func isRefused(text: String, fault: JSONFault) {
        #expect(throws: fault) { try JSONValue.parsed(Array(text.utf8)) }
    }

    @Test func otherEncodingsAreRefused() {
        let wide = Array("{\"aps\":{}}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(throws: JSONFault.encoding) { try JSONValue.parsed(wide) }
        #expect(throws: JSONFault.encoding) { try JSONValue.parsed([0xFF, 0xFE] + wide) }
        #expect(throws: JSONFault.encoding) { try JSONValue.parsed([0x22, 0xE9, 0x22]) }
    }

    @Test func depthAndLengthAreBounded() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(try JSONValue.parsed(nested(32)) != .null)
        #expect(throws: JSONFault.tooDeep) { try JSONValue.parsed(nested(33)) }
        #expect(throws: JSONFault.tooDeep) { try JSONValue.parsed(nested(30_000)) }
        let many = Array("[\(String(repeating: "0,", count: 8_190))0]".utf8)
        #expect(try JSONValue.parsed(many) != .null)
        #expect(throws: JSONFault.tooMany) { try JSONValue.parsed([0x5B] + many + [0x5D]) }
        #expect(throws: JSONFault.tooLong(65_537)) {
            try JSONValue.parsed([UInt8](repeating: 0x20, count: 65_537))
        }
    }

    @Test func isWrittenWithSortedKeysAndPlainSlashes() throws {
        let value: JSONValue = [
            "b": "https://a/é", "a": .array([.integer(1), .boolean(true), .null]),
        ]
        let text = String(decoding: try value.encoded(), as: UTF8.self)
        #expect(text == "{\"a\":[1,true,null],\"b\":\"https://a/é\"}")
        #expect(try JSONValue.parsed(value.encoded(pretty: true)) == value)
        #expect(throws: (any Error).self) { try JSONValue.number(.nan).encoded() }
    }

    @Test func pathsLeadThroughObjectsAlone() {
        var value: JSONValue = ["a": ["b": "c"], "d": "e"]
        #expect(value[["a", "b"]] == "c")
        #expect(value[["d", "b"]] == nil)
        #expect(value[["x", "y"]] == nil)
        value.set("f", at: ["a", "g"])
        value.set("h", at: ["d", "i"])
        #expect(value == ["a": ["b": "c", "g": "f"], "d": ["i": "h"]])
    }
}
