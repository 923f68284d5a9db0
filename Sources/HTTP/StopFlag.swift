internal import Synchronization

/// A wish to stop, from any thread.
package final class StopFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)

    package init() {}

    package func raise() { isRaised.store(true, ordering: .relaxed) }

    package var isUp: Bool { isRaised.load(ordering: .relaxed) }
}
