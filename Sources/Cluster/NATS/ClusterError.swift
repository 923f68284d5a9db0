/// What the queue's servers answered, or that they did not.
package struct ClusterError: Error, Equatable, Sendable {
    /// What the program acts on.
    package enum Kind: Equatable, Sendable {
        /// Nobody answers, or the server that should is not ready; the cause as the library has it.
        case unreachable(String)
        case wrongCredentials
        case notPermitted(String)
        case wrongAddress(String)
        /// A file with credentials or certificates cannot be used.
        case wrongFile(String)
        /// A stream is set up in another way: what, how it is, and how it has to be.
        case streamDiffers(String, what: String, found: String, wanted: String)
        /// The servers cannot keep so many copies.
        case tooFewServers(replicas: Int)
        /// A message that this version does not understand; its schema.
        case newerMessage(String)
        /// The same profile has other limits there.
        case otherProfile(String)
        /// Nobody has submitted a batch of this name.
        case noBatch(String)
        case unexpected(String)
    }

    package var kind: Kind
    /// What was tried, such as `publish`.
    package var operation: String
    /// What it was about: a server's address without credentials, a stream, a subject.
    package var subject: String

    package init(_ kind: Kind, operation: String, subject: String) {
        self.kind = kind
        self.operation = operation
        self.subject = subject
    }

    /// Whether the same may succeed a little later.
    var isPassing: Bool {
        if case .unreachable = kind { return true }
        return false
    }
}
