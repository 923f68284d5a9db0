internal import AttachmentRules
internal import CMedia

extension ThumbnailClippingRect {
    init(_ rectangle: CMUnitRectangle) {
        self.init(
            x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
    }
}
