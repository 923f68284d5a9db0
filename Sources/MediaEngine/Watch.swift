internal import CMedia

/// Carries progress out of C, and the wish to stop into it.
final class Watch: Sendable {
    private let progress: @Sendable (Double) -> Bool

    init(_ progress: @escaping @Sendable (Double) -> Bool) {
        self.progress = progress
    }

    /// Calls into C with a callback and the context that belongs to it.
    func call(_ body: (CMProgress, UnsafeMutableRawPointer) -> Int32) -> Int32 {
        withExtendedLifetime(self) {
            unsafe body(
                { context, fraction in
                    guard let context = unsafe context else { return true }
                    return unsafe Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
                        .progress(fraction)
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }
}
