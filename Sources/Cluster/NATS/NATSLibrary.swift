internal import CNATS

/// The client of the cluster's queue.
package enum NATSLibrary {
    package static var version: String {
        unsafe nats_GetVersion().map { unsafe String(cString: $0) } ?? "unknown"
    }
}
