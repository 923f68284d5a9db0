import AttachmentRules
import Storage
import Testing

@testable import Preparation

/// An immediate task runs until it waits, so the order of the lanes is the one that is written.
@Suite(.timeLimit(.minutes(1))) struct ContentCacheTests {
    private let key = ContentCache.Key(sourceSHA256: "ab", fileExtension: "jpg")

    private func record(
        _ source: String = "a.jpg", _ code: ReasonCode = .corrupt, settings: String = "now"
    ) throws -> BatchRecord {
        BatchRecord(
            fingerprint: Fingerprint(.file("/", try FileStatus.of("/"))), settings: settings,
            asset: Asset(
                source: source, sourceSHA256: "ab", sourceBytes: 1, reason: Reason(code, "")))
    }

    /// What a lane is told, in words.
    private func word(_ admission: ContentCache.Admission) -> String {
        switch admission {
        case .known(let record): record.asset.source
        case .first: "first"
        }
    }

    @Test func outcomeOfAnEarlierRunIsKnown() async throws {
        let cache = ContentCache([try record()], settings: "now")
        #expect(word(try await cache.enter(key)) == "a.jpg")
    }

    @Test func otherContentsExtensionsAndSettingsAreNot() async throws {
        let cache = ContentCache([try record(settings: "then")], settings: "now")
        #expect(word(try await cache.enter(key)) == "first")
        cache.add(try record())
        let others = [
            ContentCache.Key(sourceSHA256: "cd", fileExtension: "jpg"),
            ContentCache.Key(sourceSHA256: "ab", fileExtension: "png"),
        ]
        for other in others { #expect(word(try await cache.enter(other)) == "first") }
    }

    @Test(arguments: [ReasonCode.crashed, .timeout, .interrupted, .internal, .memory, .unreadable])
    func whatMayGoBetterIsNotKept(code: ReasonCode) async throws {
        let cache = ContentCache([try record("a.jpg", code)], settings: "now")
        #expect(word(try await cache.enter(key)) == "first")
    }

    @Test func whoComesMeanwhileWaitsAndIsToldTheOutcome() async throws {
        let cache = ContentCache([], settings: "now")
        #expect(word(try await cache.enter(key)) == "first")
        let words = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<3 { group.addImmediateTask { word(try await cache.enter(key)) } }
            cache.add(try record())
            cache.leave(key)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words == ["a.jpg", "a.jpg", "a.jpg"])
    }

    @Test func oneThatWaitsTakesOverWhereNothingCameOfIt() async throws {
        let cache = ContentCache([], settings: "now")
        #expect(word(try await cache.enter(key)) == "first")
        let words = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<2 {
                group.addImmediateTask {
                    let admission = try await cache.enter(key)
                    if case .first = admission { cache.leave(key) }
                    return word(admission)
                }
            }
            cache.leave(key)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words == ["first", "first"])
    }

    @Test func cancelledWaiterGoesAndTheOthersStay() async throws {
        let cache = ContentCache([], settings: "now")
        _ = try await cache.enter(key)
        let cancelled = Task.immediate { try await cache.enter(key) }
        let patient = Task.immediate { word(try await cache.enter(key)) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        cache.leave(key)
        #expect(try await patient.value == "first")
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await cache.enter(key)
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func forgottenOutcomeGivesWayToTheNext() async throws {
        let (one, two) = (try record("one.jpg"), try record("two.jpg"))
        let cache = ContentCache([one, two], settings: "now")
        #expect(word(try await cache.enter(key)) == "two.jpg")
        cache.forget(two, key)
        #expect(word(try await cache.enter(key)) == "one.jpg")
        cache.forget(one, key)
        #expect(word(try await cache.enter(key)) == "first")
    }
}
