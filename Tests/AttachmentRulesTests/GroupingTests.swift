import Testing

@testable import AttachmentRules

@Suite struct GroupingTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678"), (-4_200, "-4,200"),
        (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func thousandsAreApart(_ value: Int, _ text: String) {
        #expect(value.grouped == text)
    }

    @Test(arguments: [
        (30.0, 3, "30"), (29.97, 2, "29.97"), (29.999_6, 3, "30"), (0.05, 3, "0.05"),
        (1234.5, 1, "1,234.5"), (-0.25, 2, "-0.25"), (Double.infinity, 2, "inf"),
        (Double.nan, 2, "nan"),
    ])
    func decimalsAreFew(_ value: Double, _ digits: Int, _ text: String) {
        #expect(value.rounded(to: digits) == text)
    }
}
