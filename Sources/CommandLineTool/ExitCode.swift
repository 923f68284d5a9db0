/// What the program tells the shell.
package enum ExitCode: Int32, Sendable, CaseIterable {
    /// Everything is ready, or compliant.
    case success = 0
    /// At least one file was rejected or failed, or has an error finding.
    case findings = 1
    /// The command line is wrong.
    case usage = 2
    /// It could not run at all, or not to its end.
    case unable = 3
    /// Interrupted; everything finished so far is kept. 128 and the signal's number.
    case interrupted = 130
    case terminated = 143

    /// For the man page.
    var meaning: String {
        switch self {
        case .success: "Everything is ready, or compliant."
        case .findings: "At least one file was rejected or failed, or has an error finding."
        case .usage: "The command line is wrong."
        case .unable: "It could not run at all, or not to its end."
        case .interrupted: "Interrupted by SIGINT; everything finished so far is kept."
        case .terminated: "The same by SIGTERM."
        }
    }
}
