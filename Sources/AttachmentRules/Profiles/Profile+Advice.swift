extension Profile {
    /// What a vendor recommends for one kind of attachment.
    public struct Advice: Codable, Sendable, Equatable {
        /// The rule's stable id; begins with `advice-`.
        public let id: String
        public let vendor: String
        public let kind: AttachmentKind
        public let maxBytes: Int64?
        // In pixels.
        public let minWidth: Int?
        public let minHeight: Int?
        public let maxWidth: Int?
        public let maxHeight: Int?
        /// Width to height, such as `2:1`; any of them will do.
        public let ratios: [String]?
        public let source: String
        /// When the source was read: year and month.
        public let date: String
        /// Whose advice it is: the profile's name.
        public let profile: String?
    }
}

extension Profile.Advice {
    /// The limits in words and numbers.
    var limits: String {
        [
            maxBytes.map { "at most \($0.grouped) bytes" },
            minWidth.map { "at least \($0.grouped) pixels wide" },
            minHeight.map { "at least \($0.grouped) pixels high" },
            maxWidth.map { "at most \($0.grouped) pixels wide" },
            maxHeight.map { "at most \($0.grouped) pixels high" },
            ratios.map { "\($0.joined(separator: " or ")) (width to height)" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    var remedy: String {
        if ratios != nil { return "crop it to that shape before you prepare it" }
        return "export it within that, if \(vendor) sends it"
    }

    /// What of a file is outside; empty where all is within.
    ///
    /// - Parameter size: in pixels; nil for sound.
    func faults(bytes: Int64, size: (width: Int, height: Int)?) -> [String] {
        var faults: [String] = []
        if let maxBytes, bytes > maxBytes { faults.append("\(bytes.grouped) bytes") }
        guard let (width, height) = size else { return faults }
        if width < minWidth ?? 0 || width > maxWidth ?? .max {
            faults.append("\(width.grouped) pixels wide")
        }
        if height < minHeight ?? 0 || height > maxHeight ?? .max {
            faults.append("\(height.grouped) pixels high")
        }
        let wanted = (ratios ?? []).compactMap(Self.ratio)
        if !wanted.isEmpty, width > 0, height > 0 {
            let ratio = Double(width) / Double(height)
            if !wanted.contains(where: { abs(ratio / $0 - 1) <= Self.tolerance }) {
                faults.append("\(width.grouped)×\(height.grouped)")
            }
        }
        return faults
    }

    /// What rounding to whole pixels does to the shape of a small picture, and nobody sees.
    private static let tolerance = 0.02

    /// Of `2:1`, 2; nil where the text is none.
    static func ratio(_ text: String) -> Double? {
        let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0,
            width.isFinite, height.isFinite
        else { return nil }
        return width / height
    }
}
