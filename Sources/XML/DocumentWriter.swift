internal import CXML

/// Writes an XML document, element by element, in UTF-8 with indentation.
@safe package final class DocumentWriter {
    private let buffer: xmlBufferPtr
    private let writer: xmlTextWriterPtr

    package init() {
        guard let buffer = unsafe xmlBufferCreate(),
            let writer = unsafe xmlNewTextWriterMemory(buffer, 0)
        else { preconditionFailure("there is no memory for a document") }
        unsafe self.buffer = buffer
        unsafe self.writer = writer
        unsafe check(xmlTextWriterSetIndent(writer, 1))
        unsafe check(xmlTextWriterStartDocument(writer, nil, "UTF-8", nil))
    }

    deinit {
        unsafe xmlFreeTextWriter(writer)
        unsafe xmlBufferFree(buffer)
    }

    /// Writes an element with what the body writes in it.
    package func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
        _ body: () -> Void = {}
    ) {
        unsafe check(xmlTextWriterStartElement(writer, name))
        for (key, value) in attributes {
            unsafe check(xmlTextWriterWriteAttribute(writer, key, Self.allowed(value)))
        }
        body()
        unsafe check(xmlTextWriterEndElement(writer))
    }

    package func text(_ text: String) {
        unsafe check(xmlTextWriterWriteString(writer, Self.allowed(text)))
    }

    /// The whole document; nothing can be written after it.
    package func finish() -> [UInt8] {
        unsafe check(xmlTextWriterEndDocument(writer))
        unsafe check(xmlTextWriterFlush(writer))
        let bytes = unsafe UnsafeBufferPointer(
            start: xmlBufferContent(buffer), count: Int(xmlBufferLength(buffer)))
        return unsafe Array(bytes)
    }

    private func check(_ status: Int32) {
        precondition(status >= 0, "a document in memory takes what is written in order")
    }

    /// XML has no way to write most control characters: those are spelt out.
    ///
    /// Of XML 1.0, production 2 (Char).
    private static func allowed(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isAllowed($0) }) else { return text }
        return text.unicodeScalars.map { scalar in
            isAllowed(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }.joined()
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }
}
