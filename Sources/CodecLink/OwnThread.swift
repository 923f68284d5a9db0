internal import Glibc

/// A thread of its own, for what blocks from its first call to its last.
///
/// Foundation's would do, but brings its tables of all languages into a program linked statically.
enum OwnThread {
    /// Runs the body on a new thread that nobody waits for; false where the system has no room for one.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context)
        guard status == 0 else {
            unsafe Unmanaged<Body>.fromOpaque(context).release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
