import AttachmentRules
import Testing

@testable import Preparation

struct JobWeightTests {
    @Test func whatTakesLongestWeighsMost() {
        let inOrder: [MediaType] = [.mov, .gif, .png, .jpeg, .mp3, .text]
        let weights = inOrder.map { JobWeight.of($0, bytes: 2_000_000) }
        #expect(weights == weights.sorted(by: >) && Set(weights).count == weights.count)
        #expect(JobWeight.of(.jpeg, bytes: 5_000_000) > JobWeight.of(.jpeg, bytes: 50_000))
    }

    @Test func aSmallVideoIsNotAHundredPictures() {
        let pictures = 100 * JobWeight.of(.jpeg, bytes: 500_000)
        #expect(JobWeight.of(.mp4, bytes: 500_000) < pictures)
    }

    @Test(arguments: MediaType.allCases) func noSizeIsTooMuch(_ type: MediaType) {
        let weight = JobWeight.of(type, bytes: .max)
        #expect(weight > 0 && weight < 100_000_000)
        #expect(JobWeight.of(type, bytes: .min) > 0)
    }
}
