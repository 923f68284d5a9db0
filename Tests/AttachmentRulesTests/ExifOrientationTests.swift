import AttachmentRules
import Testing

@Suite struct ExifOrientationTests {
    @Test(arguments: 1...8, [true, false])
    func orientationIsReadInBothByteOrders(_ value: Int, _ isLittle: Bool) {
        #expect(ExifOrientation(tiff(orientation: value, isLittle: isLittle)).orientation == value)
    }

    @Test(arguments: [0, 9, 255, 65_535])
    func orientationThatIsNoneIsUpright(_ value: Int) {
        #expect(ExifOrientation(tiff(orientation: value)).orientation == 1)
    }

    @Test func missingOrientationIsUpright() {
        #expect(ExifOrientation(tiff()).orientation == 1)
        #expect(ExifOrientation([]).orientation == 1)
        #expect(ExifOrientation(ascii("Exif\0\0")).orientation == 1)
    }

    @Test func labelBeforeTheHeaderIsSkipped() {
        #expect(ExifOrientation(join(ascii("Exif\0\0"), tiff(orientation: 6))).orientation == 6)
    }

    @Test func placeIsFoundInItsDirectory() {
        #expect(ExifOrientation(tiff(orientation: 1, place: true)).hasLocation)
        #expect(!ExifOrientation(tiff(orientation: 1)).hasLocation)
    }

    @Test func directoryBeyondTheDataIsNone() {
        let bytes = tiff(orientation: 6, place: true)
        for count in 0..<bytes.count {
            let exif = ExifOrientation(bytes, in: 0..<count)
            #expect(exif.orientation == 1 || count >= 22)
            #expect(!exif.hasLocation || count == bytes.count || count >= bytes.count - 4)
        }
    }
}
