internal import AttachmentRules

/// Which part of an attachment the square of a collapsed notification shows, as a class of the style sheet.
///
/// Not as attributes: the page's policy allows no style but the sheet.
struct PageClipping: Sendable, Equatable {
    private let rectangle: ThumbnailClippingRect?

    /// A rectangle that reaches out of the picture counts for none.
    init(_ rectangle: ThumbnailClippingRect?) {
        let isInside = rectangle.map {
            $0.x >= 0 && $0.y >= 0 && $0.width > 0.001 && $0.height > 0.001
                && $0.x + $0.width <= 1.001 && $0.y + $0.height <= 1.001
        }
        self.rectangle = isInside == true ? rectangle : nil
    }

    /// Nil where all of it is shown.
    var name: String? {
        rectangle.map { rectangle in
            "c" + fields(of: rectangle).map { "-\($0)" }.joined()
        }
    }

    /// The rules for all rectangles, each once.
    static func rules(for assets: [ThumbnailClippingRect?]) -> String {
        var seen: Set<String> = []
        return assets.compactMap { rectangle in
            let clipping = PageClipping(rectangle)
            guard let name = clipping.name, seen.insert(name).inserted else { return nil }
            return clipping.rule(name)
        }.joined()
    }

    private func rule(_ name: String) -> String? {
        guard let rectangle else { return nil }
        func percent(_ value: Double) -> String { Markup.number(value * 100) + "%" }
        return """
            .collapsed .\(name)>*{width:\(percent(1 / rectangle.width));\
            height:\(percent(1 / rectangle.height));\
            left:\(percent(0 - rectangle.x / rectangle.width));\
            top:\(percent(0 - rectangle.y / rectangle.height))}

            """
    }

    /// In hundred thousandths, so that they make a name.
    private func fields(of rectangle: ThumbnailClippingRect) -> [Int] {
        [rectangle.x, rectangle.y, rectangle.width, rectangle.height].map {
            Int(($0 * 100_000).rounded())
        }
    }
}
