/// Which part of a picture its thumbnail shows, in unit coordinates from the top left corner.
///
/// Its JSON is the dictionary that the attachment option for a clipping rectangle wants.
public struct ThumbnailClippingRect: Codable, Sendable, Equatable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    private enum CodingKeys: String, CodingKey {
        case x = "X"
        case y = "Y"
        case width = "Width"
        case height = "Height"
    }

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The largest square in the middle of a picture of this size in pixels.
    public init(centredSquareIn width: Int, height: Int) {
        guard width > 0, height > 0 else {
            self.init(x: 0, y: 0, width: 1, height: 1)
            return
        }
        let side = Double(min(width, height))
        let (across, down) = (side / Double(width), side / Double(height))
        self.init(x: (1 - across) / 2, y: (1 - down) / 2, width: across, height: down)
    }
}
