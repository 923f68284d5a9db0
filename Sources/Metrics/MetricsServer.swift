/// Whether a program does what it is there for; `/healthz` answers with it.
package enum Health: Sendable, Equatable {
    case well
    case unwell(String)
}

/// Answers GET and HEAD for `/metrics` and `/healthz`, on a thread of its own, until it is stopped.
///
/// Takes as many connections as monitoring needs, and drops those that dawdle: whoever reaches the port can hold up this
/// server, but not the program.
package final class MetricsServer: Sendable {
    /// The one that was asked for, or that the system chose in place of 0.
    package let port: Int
    private let daemon: Daemon

    /// Listens from now on.
    ///
    /// - Parameter health: asked at each `/healthz`, on the server's thread.
    package init(
        _ address: ListenAddress, registry: MetricRegistry,
        health: @escaping @Sendable () -> Health
    ) throws(MetricsError) {
        let pages = Pages(registry: registry, health: health)
        daemon = try Daemon(address, pages)
        port = daemon.port
    }

    /// Closes the port and all connections, and waits for the server's thread.
    package func stop() { daemon.stop() }
}

/// The server cannot listen where it should.
package struct MetricsError: Error, Equatable {
    package let address: String
    package let cause: String
}
