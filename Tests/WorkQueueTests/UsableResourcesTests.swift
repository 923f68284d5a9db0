import Foundation
import TestSupport
import Testing
import WorkQueue

@Suite(.temporaryDirectory)
struct UsableCoresTests {
    @Test(arguments: [
        ("max 100000\n", nil), ("100000 100000\n", 1), ("150000 100000\n", 2),
        ("200000 100000", 2), ("200001 100000", 3), ("1000 100000\n", 1), ("50000 50000\n", 1),
        ("", nil), ("100000", nil), ("0 100000", nil), ("100000 0", nil), ("-1 100000", nil),
        ("many 100000", nil), ("1 2 3", nil), ("9223372036854775807 1", Int.max),
    ])
    func quotaIsRoundedUp(text: String, cores: Int?) {
        #expect(UsableCores.cores(cpuMax: text) == cores)
    }

    @Test(arguments: [
        ("-1\n", "100000\n", nil), ("250000\n", "100000\n", 3), ("100000\n", "100000\n", 1),
        ("\n", "100000\n", nil), ("100000\n", "0\n", nil),
    ])
    func versionOneQuotaIsRoundedUp(quota: String, period: String, cores: Int?) {
        #expect(UsableCores.cores(quota: quota, period: period) == cores)
    }

    @Test(arguments: [
        ("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2),
        ("Cpus_allowed:\tff,fffffffe\n", 39), ("Cpus_allowed:\t00000000,00000001\n", 1),
        ("Name:\tx\n", nil), ("", nil),
    ])
    func maskIsCounted(status: String, cores: Int?) {
        #expect(UsableCores.cores(status: status) == cores)
    }

    @Test func leastQuotaOfAllGroupsCounts() throws {
        try write("150000 100000\n", to: "outer/cpu.max")
        try write("400000 100000\n", to: "outer/inner/cpu.max")
        let groups = [group(unified: true, "outer/inner", "outer", "")]
        #expect(UsableCores.count(affinity: 8, groups: groups) == 2)
        #expect(UsableCores.count(affinity: 1, groups: groups) == 1)
    }

    @Test func versionOneGroupCounts() throws {
        try write("300000\n", to: "batch/cpu.cfs_quota_us")
        try write("100000\n", to: "batch/cpu.cfs_period_us")
        try write("-1\n", to: "cpu.cfs_quota_us")
        try write("100000\n", to: "cpu.cfs_period_us")
        let groups = [group(unified: false, "batch", "")]
        #expect(UsableCores.count(affinity: 8, groups: groups) == 3)
    }

    @Test func groupWithoutFilesIsNoLimit() {
        #expect(UsableCores.count(affinity: 8, groups: [group(unified: true, "none")]) == 8)
        #expect(UsableCores.count(affinity: 8, groups: []) == 8)
        #expect(UsableCores.count(affinity: 0, groups: []) == 1)
    }

    @Test func thisMachineHasACore() {
        #expect(1...ProcessInfo.processInfo.processorCount ~= UsableCores.count())
    }

    @Test func affinityOfTheProcessCounts() async throws {
        let output = try await Shell.run(["taskset", "-c", "0", "cat", "/proc/self/status"])
        try #require(output.status == 0)
        #expect(UsableCores.cores(status: output.stdout) == 1)
    }
}

@Suite(.temporaryDirectory)
struct UsableMemoryTests {
    @Test(arguments: [
        ("max\n", nil), ("536870912\n", 536_870_912), ("9223372036854771712\n", .max - 4095),
        ("", nil), ("-1\n", nil),
    ])
    func limitIsRead(text: String, bytes: Int?) {
        #expect(UsableMemory.limit(text: text) == bytes)
    }

    @Test func leastLimitCounts() throws {
        try write("4000000\n", to: "memory.max")
        try write("2000000\n", to: "batch/memory.max")
        try write("1000000\n", to: "batch/memory.high")
        #expect(
            UsableMemory.bytes(physical: 9_000_000, groups: [group(unified: true, "", "batch")])
                == 1_000_000)
        #expect(
            UsableMemory.bytes(physical: 9_000_000, groups: [group(unified: true, "")])
                == 4_000_000)
        #expect(
            UsableMemory.bytes(physical: 3_000_000, groups: [group(unified: true, "")])
                == 3_000_000)
    }

    @Test func versionOneWithoutALimitGivesTheMachinesMemory() throws {
        try write("9223372036854771712\n", to: "memory.limit_in_bytes")
        #expect(
            UsableMemory.bytes(physical: 9_000_000, groups: [group(unified: false, "")])
                == 9_000_000)
    }

    @Test func thisMachineHasMemory() {
        #expect(UsableMemory.bytes() > 1_000_000)
        #expect(UsableMemory.bytes() <= ProcessInfo.processInfo.physicalMemory)
    }
}

/// A group whose folders lie in the test's folder.
private func group(unified: Bool, _ folders: String...) -> ControlGroup {
    ControlGroup(
        isUnified: unified, directories: folders.map { TemporaryDirectory.current + "/" + $0 })
}

private func write(_ text: String, to name: String) throws {
    let url = URL(filePath: TemporaryDirectory.current + "/" + name)
    try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
}
