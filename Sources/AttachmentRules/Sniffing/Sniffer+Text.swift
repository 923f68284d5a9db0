extension Sniffer {
    /// Pages for a printer.
    ///
    /// They hold pictures as they are, so this comes before a look for a JPEG further on.
    static func page(_ head: [UInt8]) -> MediaType? {
        let isPDF = head.firstIndex(of: "%PDF-", in: 0..<min(head.count, 1024)) != nil
        let isPostScript = head.has("%!PS") || head.has([0xc5, 0xd0, 0xd3, 0xc6])
        return isPDF || isPostScript ? .pdf : nil
    }

    /// Types that are written in letters: SVG, web pages, XML, JSON, and any other text.
    static func written(_ head: [UInt8]) -> MediaType? {
        guard let text = letters(head) else { return nil }
        return markup(text) ?? (isJSON(text) ? .json : .text)
    }

    /// The bytes as ASCII letters, other characters as `?`; nil where they are no text.
    private static func letters(_ head: [UInt8]) -> [UInt8]? {
        if head.has([0xff, 0xfe]) || head.has([0xfe, 0xff]) {
            return wideLetters(head, isLittle: head[0] == 0xff)
        }
        let body = head.has([0xef, 0xbb, 0xbf]) ? Array(head.dropFirst(3)) : head
        guard !body.isEmpty, body.allSatisfy(isLetter) else { return nil }
        return isUTF8(body) || mostlyASCII(body) ? body : nil
    }

    /// What a text may hold: no control character but white space and escape.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7f || (9...13).contains(byte) || byte == 27
    }

    /// Whether it is UTF-8, but for a last character that the window may have cut.
    private static func isUTF8(_ body: [UInt8]) -> Bool {
        var decoder = Unicode.UTF8()
        var bytes = body.makeIterator()
        var left = body.count
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar): left -= UTF8.width(scalar)
            case .emptyInput: return true
            case .error: return left < 4
            }
        }
    }

    /// Old code pages: letters with a few bytes beyond ASCII.
    private static func mostlyASCII(_ body: [UInt8]) -> Bool {
        body.reduce(0) { $0 + ($1 < 0x80 ? 1 : 0) } * 10 >= body.count * 7
    }

    /// UTF-16 behind its mark.
    private static func wideLetters(_ head: [UInt8], isLittle: Bool) -> [UInt8]? {
        var text: [UInt8] = []
        for at in stride(from: 2, to: head.count - 1, by: 2) {
            let unit = (isLittle ? head.le16(at: at) : head.be16(at: at)) ?? 0
            guard unit >= 0x20 || (9...13).contains(unit) else { return nil }
            text.append(unit < 0x7f ? UInt8(unit) : UInt8(ascii: "?"))
        }
        return text.isEmpty ? nil : text
    }

    /// The first element decides, behind prolog, comments and document type.
    private static func markup(_ text: [UInt8]) -> MediaType? {
        var at = 0
        var isXML = false
        while true {
            at = skipSpace(text, from: at)
            guard text.byte(at: at) == 0x3c else { return isXML ? .xml : nil }
            if text.has("<?", at: at) {
                isXML = isXML || text.has("<?xml", at: at)
                at = end(of: "?>", in: text, from: at)
            } else if text.has("<!--", at: at) {
                at = end(of: "-->", in: text, from: at)
            } else if text.has("<!", at: at) {
                let kind = word(text, from: skipSpace(text, from: at + 9))
                if word(text, from: at + 2) == "doctype", kind == "html" { return .html }
                isXML = true
                at = endOfDeclaration(text, from: at)
            } else {
                return element(word(text, from: at + 1), isXML: isXML)
            }
        }
    }

    private static func element(_ name: String, isXML: Bool) -> MediaType? {
        let local = name.split(separator: ":").last.map(String.init) ?? name
        if local == "svg" { return .svg }
        let web: Set = [
            "html", "head", "body", "title", "meta", "script", "style", "link", "div", "p", "h1",
            "table", "a", "br", "center", "font", "iframe",
        ]
        if web.contains(name) { return .html }
        return isXML || !name.isEmpty ? .xml : nil
    }

    /// `{` before a name or its end, `[` before a value or its end.
    private static func isJSON(_ text: [UInt8]) -> Bool {
        let start = skipSpace(text, from: 0)
        guard let next = text.byte(at: skipSpace(text, from: start + 1)) else { return false }
        switch text.byte(at: start) {
        case 0x7b: return next == 0x22 || next == 0x7d
        case 0x5b: return "\"{[]-0123456789tfn".utf8.contains(UInt8(next))
        default: return false
        }
    }

    private static func skipSpace(_ text: [UInt8], from start: Int) -> Int {
        var at = start
        while let byte = text.byte(at: at), byte <= 0x20 { at += 1 }
        return at
    }

    private static func word(_ text: [UInt8], from start: Int) -> String {
        var end = start
        while let byte = text.byte(at: end), end - start < 32, isNamePart(byte) { end += 1 }
        return end > start ? text.latin1(start..<end).lowercased() : ""
    }

    /// A letter, a digit, `:` or `-`.
    private static func isNamePart(_ byte: Int) -> Bool {
        (0x61...0x7a).contains(byte | 0x20) || (0x30...0x3a).contains(byte) || byte == 0x2d
    }

    private static func end(of mark: String, in text: [UInt8], from start: Int) -> Int {
        guard start < text.count, let place = text.firstIndex(of: mark, in: start..<text.count)
        else { return text.count }
        return place + mark.utf8.count
    }

    /// Behind `<!DOCTYPE … [ … ]>`.
    private static func endOfDeclaration(_ text: [UInt8], from start: Int) -> Int {
        var depth = 0
        var at = start
        while let byte = text.byte(at: at) {
            at += 1
            switch byte {
            case 0x5b: depth += 1
            case 0x5d: depth -= 1
            case 0x3e where depth <= 0: return at
            default: break
            }
        }
        return at
    }
}
