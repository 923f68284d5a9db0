/// How long to wait for a server.
package struct S3Patience: Sendable {
    /// For a connection to come about, with its encryption.
    package var connect: Duration
    /// For the next byte, in either direction; in whole seconds, at least one.
    package var silence: Duration
    /// For an outage to end: a request that failed is repeated until so much has passed since it began.
    package var total: Duration

    package init(
        connect: Duration = .seconds(10), silence: Duration = .seconds(30),
        total: Duration = .seconds(300)
    ) {
        self.connect = connect
        self.silence = silence
        self.total = total
    }
}
