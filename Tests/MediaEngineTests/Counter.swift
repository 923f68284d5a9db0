import Synchronization

/// Counts calls from any thread.
final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .acquiring) }

    func increment() { value.add(1, ordering: .acquiringAndReleasing) }
}
