import Glibc

/// How much memory this process may fill.
package enum UsableMemory {
    /// The machine's memory, or less if a control group's limit says so.
    package static func bytes() -> Int {
        bytes(
            physical: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)),
            groups: ControlGroup.current(controller: "memory"))
    }

    /// The least of the machine's memory and of every group's limit.
    package static func bytes(physical: Int, groups: [ControlGroup]) -> Int {
        min(physical, groups.compactMap(limit(of:)).min() ?? physical)
    }

    /// Reads a limit in bytes; nil where there is none.
    ///
    /// Version 2 writes `max` for none, version 1 a number near 2⁶³, which is no less than the
    /// machine's memory and so never wins.
    package static func limit(text: String) -> Int? {
        Int(trimming: text).flatMap { $0 >= 0 ? $0 : nil }
    }

    private static func limit(of group: ControlGroup) -> Int? {
        // Beyond memory.high a group is slowed down until it is of no use.
        let files = group.isUnified ? ["memory.max", "memory.high"] : ["memory.limit_in_bytes"]
        return group.directories.flatMap { directory in
            files.compactMap { TextFile.contents(of: directory + "/" + $0).flatMap(limit(text:)) }
        }.min()
    }
}
