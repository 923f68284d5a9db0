import Foundation
import Testing

/// The clips of one batch.
struct RandomClipRun: Sendable, CustomTestStringConvertible {
    let clips: [RandomClip]

    var testDescription: String {
        let numbers = clips.map(\.number)
        return "seed \(clips.first?.seed ?? 0), \(numbers.min() ?? 0)...\(numbers.max() ?? 0)"
    }

    /// `--start` is the same for all of a batch.
    func folder(for clip: RandomClip) -> String { "start-\(clip.start)" }

    /// By default a few that cost little; `RANDOM_CLIPS` and `RANDOM_SEED` ask for others.
    static let slices: [RandomClipRun] = {
        let environment = ProcessInfo.processInfo.environment
        guard let range = environment["RANDOM_CLIPS"].map(numbers) else { return [few] }
        let seed = environment["RANDOM_SEED"].flatMap { UInt64($0) } ?? defaultSeed
        let clips = range.map { RandomClip(seed: seed, number: $0) }
        return stride(from: 0, to: clips.count, by: 40).map { first in
            RandomClipRun(clips: Array(clips[first..<min(first + 40, clips.count)]))
        }
    }()

    private static let defaultSeed: UInt64 = 2_026

    private static let few = RandomClipRun(
        clips: Array(
            (0...).lazy.map { RandomClip(seed: defaultSeed, number: $0) }
                .filter { $0.cost < 6e6 }.prefix(18)))

    /// `17` is one, `40-79` are forty.
    private static func numbers(_ text: String) -> [Int] {
        let bounds = text.split(separator: "-").compactMap { Int($0) }
        guard let first = bounds.first, let last = bounds.last, first <= last else { return [] }
        return Array(first...last)
    }
}
