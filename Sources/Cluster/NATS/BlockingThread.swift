internal import WorkQueue

/// A thread for calls that block.
actor BlockingThread {
    private let executor: ThreadExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(label: String) {
        executor = ThreadExecutor(label: label)
    }

    func run<Value: Sendable, Failure: Error>(
        _ body: @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body()
    }
}
