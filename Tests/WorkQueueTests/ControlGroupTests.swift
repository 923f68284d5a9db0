import Testing
import WorkQueue

/// The texts are those of real machines, shortened.
struct ControlGroupTests {
    @Test func unifiedGroupAndThoseAroundItAreFound() {
        let groups = ControlGroup.groups(
            of: "cpu", membership: "0::/user.slice/user-1000.slice/run.scope\n",
            mounts: """
                25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
                30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate
                """)
        #expect(
            groups == [
                ControlGroup(
                    isUnified: true,
                    directories: [
                        "/sys/fs/cgroup/user.slice/user-1000.slice/run.scope",
                        "/sys/fs/cgroup/user.slice/user-1000.slice",
                        "/sys/fs/cgroup/user.slice",
                        "/sys/fs/cgroup",
                    ])
            ])
    }

    @Test func containerWithItsOwnNamespaceSeesItsGroupAtTheMountPoint() {
        let groups = ControlGroup.groups(
            of: "cpu", membership: "0::/\n",
            mounts: "511 509 0:29 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw\n")
        #expect(groups.map(\.directories) == [["/sys/fs/cgroup"]])
    }

    static let versionOneMounts = """
        33 25 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:11 - cgroup cgroup rw,cpu,cpuacct
        34 25 0:30 / /sys/fs/cgroup/memory rw shared:12 - cgroup cgroup rw,memory
        35 25 0:31 / /sys/fs/cgroup/unified rw shared:13 master:2 - cgroup2 cgroup2 rw
        """

    @Test(arguments: [("cpu", "cpu,cpuacct"), ("memory", "memory")])
    func versionOneGroupIsFoundByItsController(controller: String, folder: String) {
        let groups = ControlGroup.groups(
            of: controller,
            membership: "9:name=systemd:/\n4:memory:/batch\n3:cpu,cpuacct:/batch\n",
            mounts: Self.versionOneMounts)
        #expect(
            groups == [
                ControlGroup(
                    isUnified: false,
                    directories: ["/sys/fs/cgroup/\(folder)/batch", "/sys/fs/cgroup/\(folder)"])
            ])
    }

    @Test func hybridSetUpHasBothVersions() {
        let groups = ControlGroup.groups(
            of: "cpu", membership: "3:cpu,cpuacct:/\n0::/batch\n", mounts: Self.versionOneMounts)
        #expect(groups.map(\.isUnified) == [false, true])
        #expect(groups.last?.directories.first == "/sys/fs/cgroup/unified/batch")
    }

    @Test(arguments: ["/docker/4f1e", "/docker/4f1e/"])
    func mountThatShowsPartOfTheHierarchyIsTakenFromThere(path: String) {
        let mounts = "90 80 0:29 /docker/4f1e /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n"
        let groups = ControlGroup.groups(of: "cpu", membership: "3:cpu:\(path)\n", mounts: mounts)
        #expect(groups.map(\.directories) == [["/sys/fs/cgroup/cpu"]])
    }

    @Test(arguments: ["/docker/other", "/docker/4f1e9", "/../elsewhere"])
    func pathThatCannotBeSeenGivesTheMountPoint(path: String) {
        let mounts = "90 80 0:29 /docker/4f1e /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n"
        let groups = ControlGroup.groups(of: "cpu", membership: "3:cpu:\(path)\n", mounts: mounts)
        #expect(groups.map(\.directories) == [["/sys/fs/cgroup/cpu"]])
    }

    @Test(arguments: ["", "\n", "nonsense", "0:/", "3:cpuset:/", "0::/"])
    func nothingIsFoundWhereNothingIsMounted(membership: String) {
        #expect(ControlGroup.groups(of: "cpu", membership: membership, mounts: "").isEmpty)
        #expect(
            ControlGroup.groups(of: "cpu", membership: membership, mounts: "1 2 3 - \n- - -\n")
                .isEmpty)
    }
}
