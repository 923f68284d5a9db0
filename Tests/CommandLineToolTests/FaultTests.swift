import Foundation
import Glibc
import TestSupport
import Testing

/// What happens when programs are killed, hang, or find no space.
///
/// One test at a time: each keeps the machine busy with processes that have deadlines.
@Suite(.temporaryDirectory, .serialized, .timeLimit(.minutes(5))) struct FaultTests {
    private func makeSources(_ count: Int = 4) async throws {
        for number in 0..<count {
            try PushMedia.put(
                try await Media.jpeg("\(number).jpg", width: 1600 + 8 * number, height: 1200),
                as: "in/\(number).jpg")
        }
        try PushMedia.put(
            try await Media.mp4(seconds: 6, width: 1280, height: 720, framesPerSecond: 50),
            as: "in/clip.mp4")
    }

    @Test func killedRunContinuesAndEndsWithTheSameManifest() async throws {
        try await makeSources()
        #expect(try await PushMedia.run("prepare", "in", "--out", "calm").status == 0)
        for finished in 1...3 {
            let running = try PushMedia.start("prepare", "in", "--out", "out")
            await PushMedia.until {
                ((try? PushMedia.files())?.count ?? 0) >= finished
                    || PushMedia.codecProcesses(of: running.id).count == 2
            }
            running.signal(SIGKILL)
            #expect(try await running.output().status == 128 + SIGKILL)
        }
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        #expect(try PushMedia.manifestData() == PushMedia.manifestData("calm"))
        let staged = try FileManager.default.contentsOfDirectory(
            atPath: PushMedia.path("out/.pushmedia/staging"))
        #expect(staged.isEmpty)
    }

    @Test func killedCodecProcessCostsOneAttemptAndChangesNothing() async throws {
        try await makeSources()
        #expect(try await PushMedia.run("prepare", "in", "--out", "calm").status == 0)
        let running = try PushMedia.start("prepare", "in", "--out", "out", "--jobs", "1")
        await PushMedia.until { !PushMedia.codecProcesses(of: running.id).isEmpty }
        for process in PushMedia.codecProcesses(of: running.id) { kill(process, SIGKILL) }
        #expect(try await running.output().status == 0)
        #expect(try PushMedia.manifestData() == PushMedia.manifestData("calm"))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func verificationIsGivenUpAtOnce(signal: Int32) async throws {
        try PushMedia.put(try await Media.mp4(seconds: 10), as: "in/clip.mp4")
        let running = try PushMedia.start("verify", "in")
        await PushMedia.until {
            guard let codec = PushMedia.codecProcesses(of: running.id).first else { return false }
            return kill(codec, SIGSTOP) == 0
        }
        let codecs = PushMedia.codecProcesses(of: running.id)
        running.signal(signal)
        let output = try await running.output()
        #expect(output.status == 128 + signal && output.stdout.isEmpty)
        await PushMedia.until { codecs.allSatisfy { kill($0, 0) != 0 } }
    }

    @Test func hungCodecProcessIsReplacedAndTheBatchGoesOn() async throws {
        try PushMedia.put(
            try await Media.mp4(seconds: 10, width: 1280, height: 720, framesPerSecond: 50),
            as: "in/clip.mp4")
        try PushMedia.put(try await Media.jpeg(width: 1600), as: "in/photo.jpg")
        let running = try PushMedia.start(
            "prepare", "in", "--out", "out", "--jobs", "1", "--stall", "3")
        async let ended = running.output()
        // Whatever works on the clip is stopped, twice: both attempts hang.
        var stopped: Set<Int32> = []
        await PushMedia.until {
            guard kill(running.id, 0) == 0 else { return true }
            for process in PushMedia.codecProcesses(of: running.id)
            where !stopped.contains(process) && isRendering(process) {
                kill(process, SIGSTOP)
                stopped.insert(process)
            }
            return stopped.count == 2
        }
        #expect(try await ended.status == 1)
        #expect(stopped.count == 2)
        let manifest = try PushMedia.manifest()
        #expect(try manifest.asset("clip.mp4").status == "failed")
        #expect(try manifest.asset("clip.mp4").reason?.code == "timeout")
        #expect(try manifest.asset("photo.jpg").status == "prepared")
        // What failed on our side is worth another run.
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
    }

    @Test func sourceThatWasWrittenToWhileItWasReadIsReadAgain() async throws {
        let clip = PushMedia.path("in/clip.mp4")
        try PushMedia.put(
            try await Media.mp4(seconds: 5, width: 1280, height: 720, framesPerSecond: 50),
            as: "in/clip.mp4")
        let whole = try Data(contentsOf: URL(fileURLWithPath: clip))
        let running = try PushMedia.start("prepare", "in", "--out", "out", "--jobs", "1")
        async let ended = running.output()
        var stopped: Int32?
        await PushMedia.until {
            stopped = PushMedia.codecProcesses(of: running.id).first(where: isRendering)
            return stopped != nil || kill(running.id, 0) != 0
        }
        let process = try #require(stopped)
        kill(process, SIGSTOP)
        try Data(count: whole.count).write(to: URL(fileURLWithPath: clip))
        kill(process, SIGCONT)
        #expect(try await ended.status == 1)
        #expect(try PushMedia.manifest().asset("clip.mp4").reason?.code == "unreadable")
        // The bytes that it had, and has again, were never found to be bad.
        try whole.write(to: URL(fileURLWithPath: clip))
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
    }

    private func isRendering(_ process: Int32) -> Bool {
        let folder = "/proc/\(process)/fd"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return descriptors.contains { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: folder + "/" + descriptor)
            return target?.contains("memfd:") == true
        }
    }

    @Test func interruptKeepsWhatIsDoneAndTheNextRunGoesOn() async throws {
        try await makeSources(12)
        let running = try PushMedia.start("prepare", "in", "--out", "out", "--jobs", "1")
        await PushMedia.until { ((try? PushMedia.files())?.count ?? 0) >= 2 }
        running.signal(SIGINT)
        #expect(try await running.output().status == 130)
        let manifest = try PushMedia.manifest()
        let prepared = manifest.assets.filter { $0.status == "prepared" }
        #expect(prepared.count >= 2)
        #expect(manifest.assets.count == 13)
        #expect(
            manifest.assets.allSatisfy {
                $0.status == "prepared" || $0.reason?.code == "interrupted"
            })
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
    }

    @Test func sourceThatIsCutOffMeanwhileIsNotCalledCorrupt() async throws {
        try PushMedia.put(
            try await Media.mp4(seconds: 10, width: 1280, height: 720, framesPerSecond: 50),
            as: "in/clip.mp4")
        let running = try PushMedia.start("prepare", "in", "--out", "out")
        await PushMedia.until {
            let staged = try? FileManager.default.contentsOfDirectory(
                atPath: PushMedia.path("out/.pushmedia/staging"))
            return staged?.isEmpty == false
        }
        truncate(PushMedia.path("in/clip.mp4"), 100_000)
        #expect(try await running.output().status == 1)
        let reason = try PushMedia.manifest().asset("clip.mp4").reason
        #expect(reason?.code == "unreadable")
        #expect(reason?.message.contains("written to") == true)
        // It is no outcome to keep, nor one of what the file is now.
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        #expect(try PushMedia.manifest().asset("clip.mp4").reason?.code == "corrupt")
    }

    @Test func codecProcessesEndWithAKilledOrchestrator() async throws {
        try await makeSources(1)
        let running = try PushMedia.start("prepare", "in", "--out", "out")
        await PushMedia.until { !PushMedia.codecProcesses(of: running.id).isEmpty }
        let orphans = PushMedia.codecProcesses(of: running.id)
        running.signal(SIGKILL)
        _ = try await running.output()
        await PushMedia.until { orphans.allSatisfy { kill($0, 0) != 0 } }
        #expect(orphans.allSatisfy { kill($0, 0) != 0 })
    }

    @Test func secondRunInTheSameFolderSaysSo() async throws {
        try await makeSources()
        let running = try PushMedia.start("prepare", "in", "--out", "out")
        await PushMedia.until { !PushMedia.codecProcesses(of: running.id).isEmpty }
        let second = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(second.status == 3)
        #expect(second.stderr.contains("another run"))
        #expect(try await running.output().status == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a small file system"))
    func fullDiskIsOneClearLineAndLosesNothing() async throws {
        try await makeSources(6)
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("small"), withIntermediateDirectories: false)
        let mounted = try await Shell.run(
            ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", PushMedia.path("small")])
        try #require(mounted.status == 0, "\(mounted.stderr)")
        let output = try await PushMedia.run("prepare", "in", "--out", "small/out")
        #expect(output.status == 3)
        #expect(output.stderr.contains("no space left"))
        #expect(output.stderr.split(separator: "\n").count == 1)
        try await Shell.require(
            ["mount", "-o", "remount,size=40m", PushMedia.path("small")])
        #expect(try await PushMedia.run("prepare", "in", "--out", "small/out").status == 0)
        #expect(try await PushMedia.run("verify", "small/out").status == 0)
        try await Shell.require(["umount", PushMedia.path("small")])
    }
}
