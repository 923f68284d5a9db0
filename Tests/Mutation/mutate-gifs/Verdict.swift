import AttachmentRules

/// What the validator says of an input, and whether it contradicts itself.
struct Verdict {
    private static let surplus: Set<String> = [
        "gif-surplus-pixels", "gif-trailing-data", "gif-frame-truncated",
    ]

    let structure: GIFStructure?
    let rules: [String]
    let isSound: Bool
    /// Whether pixels are missing that no decoder can make up; a code size beyond 8 is taken by some.
    let isBroken: Bool
    /// nil where nothing can be cleaned.
    let cleaned: [UInt8]?
    private(set) var contradictions: [String] = []

    init(_ bytes: [UInt8]) {
        structure = GIFStructure(bytes)
        let findings = structure?.findings ?? []
        rules = findings.map(\.rule)
        isSound =
            structure != nil && !findings.contains { $0.severity == .error }
            && Self.surplus.isDisjoint(with: rules)
        let broken = GIFStructure.Faults([.truncated, .invalidLZW])
        isBroken =
            structure?.frames.contains {
                (2...8).contains($0.codeSize) && !$0.faults.isDisjoint(with: broken)
            } ?? false
        cleaned = structure?.cleaned()
        guard let structure else { return }
        let again = GIFStructure(bytes)
        expect(again?.findings == findings && again?.frames == structure.frames, "says two things")
        if isSound { expect(cleaned != nil, "does not clean what is sound") }
        if let cleaned { check(cleaned, of: structure, frames: structure.frameCount, "cleaning") }
        checkRepair(structure)
    }

    private mutating func expect(_ isSo: Bool, _ complaint: String) {
        if !isSo { contradictions.append(complaint) }
    }

    private mutating func checkRepair(_ structure: GIFStructure) {
        guard let repair = structure.repaired() else {
            return expect(cleaned == nil, "does not repair what it cleans")
        }
        expect((cleaned == nil) == (repair.droppedFrame != nil), "drops a frame without need")
        let frames = repair.droppedFrame.map { $0 - 1 } ?? structure.frameCount
        expect((0...1).contains(structure.frameCount - frames), "drops more than the last frame")
        check(repair.bytes, of: structure, frames: frames, "repair")
    }

    /// What cleaning may leave.
    private static let left: Set<String> = ["gif-colour-index", "gif-first-frame-partial"]

    private mutating func check(
        _ bytes: [UInt8], of source: GIFStructure, frames: Int, _ work: String
    ) {
        guard let result = GIFStructure(bytes) else {
            return expect(false, "\(work) leaves no GIF")
        }
        expect(result.frameCount == frames, "\(work) loses frames")
        expect(Self.left.isSuperset(of: result.findings.map(\.rule)), "\(work) leaves findings")
        expect(result.privateMetadata.isEmpty, "\(work) leaves metadata")
        expect(result.cleaned() == bytes, "\(work) again changes more")
        expect(result.plays == source.plays, "\(work) changes how often it plays")
        for (new, old) in zip(result.frames, source.frames) {
            let isSame =
                new.pixels == old.pixels && new.highestIndex == old.highestIndex
                && new.disposal == old.disposal && new.transparentIndex == old.transparentIndex
                && [new.x, new.y, new.width, new.height] == [old.x, old.y, old.width, old.height]
            expect(isSame, "\(work) changes frame \(old.number)")
            let shown = old.delay < 2 && frames > 1 ? 10 : old.delay
            expect(new.delay == shown, "\(work) changes the delay of frame \(old.number)")
        }
    }
}
