internal import Foundation
internal import FoundationXML

/// Reads the elements of an XML document, each with its path and text, as they end.
enum ElementReader {
    /// Hands out the elements; false once the document turns out to be none.
    ///
    /// What was handed out before stays right.
    @discardableResult
    static func read(_ document: [UInt8], _ body: (_ path: [String], _ text: String) -> Void)
        -> Bool
    {
        withoutActuallyEscaping(body) { body in
            let delegate = Elements(body)
            let parser = XMLParser(data: Data(document))
            parser.delegate = delegate
            return parser.parse()
        }
    }
}

private final class Elements: NSObject, XMLParserDelegate {
    private static let depthLimit = 16

    private let body: ([String], String) -> Void
    private var path: [String] = []
    private var text = ""

    init(_ body: @escaping ([String], String) -> Void) {
        self.body = body
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        path.append(name)
        text = ""
        if path.count > Self.depthLimit { parser.abortParsing() }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        text += String(decoding: block, as: UTF8.self)
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        body(path, text)
        path.removeLast()
        text = ""
    }
}
