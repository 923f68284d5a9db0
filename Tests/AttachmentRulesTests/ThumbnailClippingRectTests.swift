import AttachmentRules
import Foundation
import Testing

@Suite struct ThumbnailClippingRectTests {
    @Test(arguments: [
        (1024, 768, 0.125, 0.0, 0.75, 1.0), (768, 1024, 0.0, 0.125, 1.0, 0.75),
        (500, 500, 0.0, 0.0, 1.0, 1.0), (4, 1, 0.375, 0.0, 0.25, 1.0),
    ])
    func largestSquareStandsInTheMiddle(
        _ width: Int, _ height: Int, _ x: Double, _ y: Double, _ across: Double, _ down: Double
    ) {
        let rect = ThumbnailClippingRect(centredSquareIn: width, height: height)
        #expect(rect == ThumbnailClippingRect(x: x, y: y, width: across, height: down))
    }

    @Test func oddSizesStayInsideTheUnitSquare() {
        for width in 1...40 {
            for height in 1...40 {
                let rect = ThumbnailClippingRect(centredSquareIn: width, height: height)
                #expect(rect.x >= 0 && rect.y >= 0)
                #expect(rect.x + rect.width < 1.000_001 && rect.y + rect.height < 1.000_001)
            }
        }
    }

    @Test func pictureWithoutSizeIsShownWhole() {
        let rect = ThumbnailClippingRect(centredSquareIn: 0, height: 5)
        #expect(rect == ThumbnailClippingRect(x: 0, y: 0, width: 1, height: 1))
    }

    @Test func jsonHasTheKeysOfTheSystem() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(ThumbnailClippingRect(centredSquareIn: 4, height: 1))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text == "{\"Height\":1,\"Width\":0.25,\"X\":0.375,\"Y\":0}")
    }
}
