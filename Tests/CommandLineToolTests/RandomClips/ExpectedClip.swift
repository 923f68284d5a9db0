/// What has to come out of a generated clip, by how it was made.
struct ExpectedClip {
    let clip: RandomClip

    /// Of what remains after `--start`, before any cut; not positive if nothing does.
    var remaining: Double { (clip.picture?.seconds ?? clip.sound?.seconds ?? 0) - clip.start }

    var seconds: Double { min(30, remaining) }

    /// A picture of the source, or what nobody minds.
    var tolerance: Double {
        guard let picture = clip.picture else { return 0.1 }
        return max(0.1, Double(picture.timing.longestGap) / picture.rate.value + 0.001)
    }

    /// The last picture of an uneven clip stays a little longer where sound goes on.
    var latest: Double {
        let isHeld = clip.picture?.timing.isEven == false && clip.sound != nil
        return min(30, seconds + tolerance + (isHeld ? 0.3 : 0))
    }

    /// Width to height of what a player shows.
    var shape: Double? {
        guard let picture = clip.picture else { return nil }
        let stored = Double(picture.width) / Double(picture.height) * picture.aspect.value
        return picture.turn.swapsSides ? 1 / stored : stored
    }

    /// The sound, beside a picture that lasts so long; it ends before it begins if none of it is left.
    func sound(within seconds: Double) -> (from: Double, to: Double)? {
        guard let sound = clip.sound, !(sound.isSilent && clip.dropsSilence) else { return nil }
        let from = sound.delay - (clip.picture?.delay ?? 0) - clip.start
        let to = min(seconds, from + sound.seconds)
        return (max(from, 0), to)
    }

    /// Seconds by which encoders of sound may be off: they pad with a block or two.
    var soundTolerance: Double { 0.06 + 2_400 / Double(clip.sound?.sampleRate ?? 48_000) }

    /// The same for sound alone; what is not compressed is exact.
    var lengthTolerance: Double {
        let isPadded = ["aac", "libmp3lame", "mp2", "ac3", "wmav2"].contains(
            clip.sound?.coding.name)
        return isPadded ? max(0.1, soundTolerance) : 0.1
    }

    /// The colours of the quarters as they are shown: red, green, blue, yellow are 0, 1, 2, 3.
    var quarters: [Int]? {
        guard let picture = clip.picture, min(picture.width, picture.height) >= 32,
            picture.coding.name != "hevc-hdr"
        else { return nil }
        return (0..<4).map { place in picture.turn.quarters.firstIndex(of: place) ?? place }
    }
}
