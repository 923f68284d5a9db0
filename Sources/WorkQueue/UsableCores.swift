import Glibc

/// How many cores this process may keep busy.
package enum UsableCores {
    /// The cores of its affinity mask, or fewer if a control group's quota says so; at least 1.
    package static func count() -> Int {
        count(affinity: affinity(), groups: ControlGroup.current(controller: "cpu"))
    }

    /// The least of the mask and of every group's quota; at least 1.
    package static func count(affinity: Int, groups: [ControlGroup]) -> Int {
        max(1, min(affinity, groups.compactMap(quota(of:)).min() ?? affinity))
    }

    /// Reads `cpu.max`, `QUOTA PERIOD` in microseconds: `150000 100000` is 1.5 cores and gives 2.
    ///
    /// Nil where there is no limit (`max`) or the text makes no sense.
    package static func cores(cpuMax text: String) -> Int? {
        let fields = text.split(whereSeparator: \.isWhitespace)
        guard fields.count == 2 else { return nil }
        return cores(quota: String(fields[0]), period: String(fields[1]))
    }

    /// Reads `cpu.cfs_quota_us` and `cpu.cfs_period_us`; a quota of -1 is no limit.
    package static func cores(quota: String, period: String) -> Int? {
        guard let quota = Int(trimming: quota), let period = Int(trimming: period),
            quota > 0, period > 0
        else { return nil }
        // Rounded up: half a core left idle is worse than a lane that waits at times.
        return (quota - 1) / period + 1
    }

    private static func quota(of group: ControlGroup) -> Int? {
        group.directories.compactMap { directory in
            if group.isUnified {
                return TextFile.contents(of: directory + "/cpu.max").flatMap(cores(cpuMax:))
            }
            guard let quota = TextFile.contents(of: directory + "/cpu.cfs_quota_us"),
                let period = TextFile.contents(of: directory + "/cpu.cfs_period_us")
            else { return nil }
            return cores(quota: quota, period: period)
        }.min()
    }

    /// Counts the cores in the line `Cpus_allowed` of `/proc/self/status`, a mask in hexadecimal
    /// digits with a comma every eight.
    ///
    /// Nil where there is no such line.
    package static func cores(status text: String) -> Int? {
        let name = "Cpus_allowed:"
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
            return nil
        }
        return line.dropFirst(name.count).compactMap(\.hexDigitValue)
            .reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// What sched_getaffinity(2) would say, a GNU extension that Swift does not see.
    private static func affinity() -> Int {
        TextFile.contents(of: "/proc/self/status").flatMap(cores(status:))
            ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))
    }
}

extension Int {
    /// Reads a number that a line feed follows.
    init?(trimming text: String) {
        guard let field = text.split(whereSeparator: \.isWhitespace).first else { return nil }
        self.init(field)
    }
}
