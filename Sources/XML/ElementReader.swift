internal import CXML

/// Reads the elements of an XML document, each with its path and text, as they end.
package enum ElementReader {
    private static let depthLimit: Int32 = 16

    /// Hands out the elements; false once the document turns out to be none.
    ///
    /// What was handed out before stays right. Nothing outside the document is read.
    @discardableResult
    package static func read(
        _ document: [UInt8], _ body: (_ path: [String], _ text: String) -> Void
    ) -> Bool {
        unsafe document.withUnsafeBytes { bytes in
            let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOCDATA.rawValue)
            let quiet =
                Int32(XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue) | options
            guard
                let reader = unsafe xmlReaderForMemory(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                    nil, nil, quiet)
            else { return false }
            defer { unsafe xmlFreeTextReader(reader) }
            return unsafe walk(reader, body)
        }
    }

    @unsafe private static func walk(
        _ reader: OpaquePointer, _ body: (_ path: [String], _ text: String) -> Void
    ) -> Bool {
        var path: [String] = []
        var text = ""
        var status = unsafe xmlTextReaderRead(reader)
        while status == 1 {
            guard unsafe xmlTextReaderDepth(reader) <= depthLimit else { return false }
            switch unsafe UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
            case XML_READER_TYPE_ELEMENT.rawValue:
                unsafe path.append(string(xmlTextReaderConstLocalName(reader)))
                text = ""
                // `<Key/>` has no end of its own.
                if unsafe xmlTextReaderIsEmptyElement(reader) == 1 {
                    body(path, "")
                    path.removeLast()
                }
            case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue,
                XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue:
                unsafe text += string(xmlTextReaderConstValue(reader))
            case XML_READER_TYPE_END_ELEMENT.rawValue:
                body(path, text)
                path.removeLast()
                text = ""
            default: break
            }
            status = unsafe xmlTextReaderRead(reader)
        }
        return status == 0
    }

    @unsafe private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
}
