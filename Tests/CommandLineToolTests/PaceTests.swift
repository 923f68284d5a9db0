import Testing

@testable import CommandLineTool

/// Batches whose files take other times than was guessed, the longest first as in a run.
@Suite struct PaceTests {
    /// A file by what was guessed, and what it takes, in seconds of one lane.
    private struct Work {
        var weight: Double
        var seconds: Double
    }

    /// What was told, and what was true, second by second.
    private func told(_ works: [Work]) -> [(told: Double?, true: Double)] {
        let (weight, end) = works.reduce((0.0, 0.0)) { ($0.0 + $1.weight, $0.1 + $1.seconds) }
        var pace = Pace()
        var told: [(Double?, Double)] = []
        for elapsed in stride(from: 1.0, to: end, by: 1) {
            var (rest, done) = (elapsed, 0.0)
            for work in works {
                done += work.weight * min(1, rest / work.seconds)
                rest = max(0, rest - work.seconds)
            }
            pace.note(done / weight, after: elapsed)
            told.append((pace.left(at: done / weight, after: elapsed), end - elapsed))
        }
        return told
    }

    private func campaign(video: Double, picture: Double) -> [Work] {
        let videos = (0..<20).map { number in
            Work(weight: 8, seconds: 8 * video * [0.7, 1.3, 0.9, 1.1][number % 4])
        }
        return videos + Array(repeating: Work(weight: 0.1, seconds: 0.1 * picture), count: 1500)
    }

    @Test(arguments: [(1.0, 1.0), (3, 3), (1, 1.5), (1.5, 1)])
    func timeLeftIsNeverFarFromTheTruth(_ video: Double, _ picture: Double) {
        let moments = told(campaign(video: video, picture: picture))
        #expect(moments.count { $0.told != nil } > moments.count * 9 / 10)
        for (told, truth) in moments {
            guard let told else { continue }
            #expect(told < 2 * truth + 5 && told > truth / 2 - 5)
        }
    }

    @Test func timeLeftDoesNotClimbButAtTheBeginning() {
        let moments = told(campaign(video: 1, picture: 1)).compactMap(\.told).dropFirst(20)
        for (earlier, later) in zip(moments, moments.dropFirst(20)) {
            #expect(later < earlier + 5)
        }
    }

    @Test func whatWasGuessedWrongIsNoticed() {
        // Videos that need no encoding, and pictures that take what they were thought to.
        let moments = told(campaign(video: 0.05, picture: 1))
        for (told, truth) in moments.dropFirst(40) {
            #expect(abs((told ?? 0) - truth) < truth / 4 + 5)
        }
    }

    @Test func whatStandsStillHasNoEnd() {
        var pace = Pace()
        for elapsed in stride(from: 1.0, through: 100, by: 1) {
            pace.note(0.5, after: elapsed)
        }
        #expect(pace.left(at: 0.5, after: 100) == nil)
        #expect(Pace().left(at: 0.5, after: 0) == nil)
    }
}
