/// The attachment that a payload tells a device to fetch.
public struct PayloadMedia: Sendable, Equatable {
    public let url: MediaURL
    public let type: AttachmentType
    /// Nil for the whole picture.
    public let thumbnailClippingRect: ThumbnailClippingRect?
    /// A frame number for an animation, seconds for a video; nil for the beginning.
    public let thumbnailTime: Double?

    /// Takes the thumbnail's square and time only where they say something, and something that can be.
    public init(
        url: MediaURL, type: AttachmentType, thumbnailClippingRect: ThumbnailClippingRect? = nil,
        thumbnailTime: Double? = nil
    ) {
        self.url = url
        self.type = type
        let isShown = type.kind != .audio
        self.thumbnailClippingRect =
            isShown ? thumbnailClippingRect.flatMap(Self.meaningful) : nil
        let isMoving = type.kind == .video || type.kind == .animation
        self.thumbnailTime = isMoving ? thumbnailTime.flatMap(Self.meaningful) : nil
    }

    /// To ten thousandths, since every digit is one of 4,096 bytes.
    private static func meaningful(_ rect: ThumbnailClippingRect) -> ThumbnailClippingRect? {
        guard rect.isInsideUnit else { return nil }
        let short = ThumbnailClippingRect(
            x: shortened(rect.x), y: shortened(rect.y), width: shortened(rect.width),
            height: shortened(rect.height))
        guard short.isInsideUnit, short != ThumbnailClippingRect.whole else { return nil }
        return short
    }

    /// Rounds down, so that a sum that was at most 1 still is.
    private static func shortened(_ value: Double) -> Double {
        (value * 10_000 + 1e-6).rounded(.down) / 10_000
    }

    private static func meaningful(_ time: Double) -> Double? {
        guard time.isFinite, time > 0, time < 1e6 else { return nil }
        return (time * 1_000).rounded() / 1_000
    }
}

extension ThumbnailClippingRect {
    static let whole = ThumbnailClippingRect(x: 0, y: 0, width: 1, height: 1)

    /// The system takes nothing else.
    ///
    /// Sums of decimal fractions may come out a little above 1.
    var isInsideUnit: Bool {
        let range = 0.0...1.0
        return range.contains(x) && range.contains(y) && width > 0 && height > 0
            && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9
    }
}
