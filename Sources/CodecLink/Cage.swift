internal import AttachmentRules
internal import CCage

/// What the cage around a codec process consists of on this kernel.
package struct Cage: Codable, Sendable, Equatable {
    /// Landlock's version, 0 where the kernel has none.
    ///
    /// From 1 it forbids files, from 4 TCP, from 6 abstract sockets and signals to other processes. Where it
    /// does not, the filter of system calls does.
    package var landlock: Int
    /// Only listed system calls (seccomp).
    package var filtersCalls: Bool
    /// The kernel tells the orchestrator which forbidden call was tried.
    package var tellsBreaches: Bool
    /// `/proc` shows how much memory the process fills, which it does not to others with `hidepid`.
    package var isMeasured = true

    package init(landlock: Int, filtersCalls: Bool, tellsBreaches: Bool) {
        self.landlock = landlock
        self.filtersCalls = filtersCalls
        self.tellsBreaches = tellsBreaches
    }

    /// No part is missing.
    package var isClosed: Bool { missing.isEmpty }

    /// The parts that this machine lacks, by their names.
    package var missing: [String] {
        (landlock > 0 ? [] : ["Landlock"]) + (filtersCalls ? [] : ["seccomp"])
            + (isMeasured ? [] : ["a /proc that shows memory"])
    }
}

extension Cage {
    /// Closes the cage around this process, for good.
    ///
    /// Whatever has to be opened must be open. Returns the descriptor besides through which the kernel tells of
    /// breaches, for the orchestrator.
    static func close(maxFileBytes: Int64) throws(Refusal) -> (cage: Cage, breaches: Int32?) {
        var state = CageState()
        let status = unsafe cage_close(maxFileBytes, &state)
        guard status == 0 else {
            throw Refusal(
                reason: .internal, stage: "open",
                message: "the cage does not close (errno \(-status))")
        }
        let cage = Cage(
            landlock: Int(state.landlock), filtersCalls: state.system_calls,
            tellsBreaches: state.breaches >= 0)
        return (cage, state.breaches >= 0 ? state.breaches : nil)
    }
}
