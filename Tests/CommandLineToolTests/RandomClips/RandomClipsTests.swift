import Foundation
import TestSupport
import Testing

/// Clips with random properties: whatever comes in, what comes out complies.
///
/// `make random-clips` runs more of them; see CONTRIBUTING.md.
@Suite(.temporaryDirectory, .serialized, .timeLimit(.minutes(60))) struct RandomClipsTests {
    @Test(arguments: RandomClipRun.slices)
    func everyOutputComplies(_ run: RandomClipRun) async throws {
        try await inPairs(run.clips) { clip in
            let folder = PushMedia.path(run.folder(for: clip))
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try await clip.write(into: folder)
        }
        for start in Set(run.clips.map(\.start)).sorted() {
            let clips = run.clips.filter { $0.start == start }
            try await prepare(clips, from: run.folder(for: clips[0]), start: start)
        }
    }

    private func prepare(_ clips: [RandomClip], from folder: String, start: Double) async throws {
        let out = "out-\(folder)"
        // The machine may be busy with other tests: no clip is to be lost to that.
        var options = ["--start", "\(start)", "--jobs", start == 0 ? "2" : "1"]
        if clips[0].dropsSilence { options.append("--drop-silence") }
        let output = try await PushMedia.run(
            ["prepare", folder, "--out", out, "--quiet", "--deadline", "600", "--stall", "120"]
                + options)
        #expect([0, 1].contains(output.status), "\(output.stderr)")
        let manifest = try PushMedia.manifest(out)
        try await inPairs(clips) { clip in
            let asset = try manifest.asset(clip.file)
            for fault in try await judge(clip, asset, in: out) {
                Issue.record("\(fault)\n\(clip)")
            }
        }
        guard manifest.assets.contains(where: { $0.attachment != nil }) else { return }
        let verified = try await PushMedia.run("verify", out)
        #expect(verified.status == 0, "\(verified.stdout)")
    }

    /// What is wrong with what became of a clip.
    private func judge(
        _ clip: RandomClip, _ asset: Manifest.Asset, in out: String
    ) async throws -> [String] {
        let expected = ExpectedClip(clip: clip)
        guard let attachment = asset.attachment else {
            let reason = "\(asset.reason?.code ?? ""): \(asset.reason?.message ?? "")"
            // Nothing comes after the end: what begins there has nothing to show.
            let isRight =
                asset.reason?.code == "no-media"
                && expected.remaining <= (clip.start > 0 ? expected.tolerance : 0)
            return isRight ? [] : ["it was not prepared: \(reason)"]
        }
        guard expected.remaining > -expected.tolerance else {
            return ["something came of what ends before --start"]
        }
        let output = try await PreparedClip(PushMedia.path(out + "/" + attachment.file))
        let suffix = attachment.file.split(separator: ".").last.map(String.init) ?? ""
        return ClipVerdict(clip, output, isCopy: asset.action == "remux", suffix: suffix).faults
    }

    /// Two at a time: each starts programs that keep a core busy.
    private func inPairs(
        _ clips: [RandomClip], _ work: @escaping @Sendable (RandomClip) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, clip) in clips.enumerated() {
                if index >= 2 { try await group.next() }
                group.addTask { try await work(clip) }
            }
            try await group.waitForAll()
        }
    }
}
