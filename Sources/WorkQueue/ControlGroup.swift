/// A control group that this process belongs to, as its limits are found in the file system.
package struct ControlGroup: Equatable, Sendable {
    /// Whether it belongs to the unified hierarchy (version 2), whose files are named differently.
    package var isUnified: Bool
    /// Its folder and those of the groups around it, innermost first.
    ///
    /// Each may set a limit.
    package var directories: [String]

    package init(isUnified: Bool, directories: [String]) {
        self.isUnified = isUnified
        self.directories = directories
    }

    /// The groups that may limit this process through the given controller, such as `cpu`.
    package static func current(controller: String) -> [ControlGroup] {
        guard let membership = TextFile.contents(of: "/proc/self/cgroup"),
            let mounts = TextFile.contents(of: "/proc/self/mountinfo")
        else { return [] }
        return groups(of: controller, membership: membership, mounts: mounts)
    }

    /// Finds the groups in the texts of `/proc/self/cgroup` and `/proc/self/mountinfo`.
    ///
    /// A line of the first is `hierarchy:controllers:path`, where the unified hierarchy is number 0
    /// and names no controllers. The second tells where a hierarchy is mounted.
    package static func groups(
        of controller: String, membership: String, mounts: String
    ) -> [ControlGroup] {
        let mounts = mounts.split(separator: "\n").compactMap(Mount.init(line:))
        return membership.split(separator: "\n").compactMap { line in
            let fields = line.split(
                separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            let isUnified = fields[0] == "0" && fields[1].isEmpty
            guard isUnified || fields[1].split(separator: ",").contains(Substring(controller)),
                let mount = mounts.first(where: {
                    isUnified ? $0.isUnified : $0.controllers.contains(controller)
                })
            else { return nil }
            return ControlGroup(
                isUnified: isUnified, directories: mount.directories(of: String(fields[2])))
        }
    }
}

/// Where a hierarchy of control groups is mounted.
private struct Mount {
    let isUnified: Bool
    let controllers: [String]
    /// The group that is seen at the mount point.
    let root: String
    let point: String

    /// Reads a line of mountinfo, `36 25 0:31 ROOT POINT OPTIONS [TAGS...] - TYPE SOURCE OPTIONS`.
    ///
    /// Nil for other file systems.
    init?(line: Substring) {
        let fields = line.split(separator: " ")
        guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count >= dash + 4 else {
            return nil
        }
        switch fields[dash + 1] {
        case "cgroup2": isUnified = true
        case "cgroup": isUnified = false
        default: return nil
        }
        root = fields[3] == "/" ? "" : String(fields[3])
        point = String(fields[4])
        controllers = fields[dash + 3].split(separator: ",").map(String.init)
    }

    /// The folders from the group at the path up to the mount point.
    func directories(of path: String) -> [String] {
        // In a container the path can be one of the host that is not visible here; then the mount
        // point itself shows the container's group.
        guard path == root || path.hasPrefix(root + "/"), !path.hasPrefix("/..") else {
            return [point]
        }
        var components = path.dropFirst(root.count).split(separator: "/")
        var directories: [String] = []
        while !components.isEmpty {
            directories.append(point + "/" + components.joined(separator: "/"))
            components.removeLast()
        }
        return directories + [point]
    }
}
