/// A codec of pictures in a container, and what `ffmpeg` can write with it.
struct PictureCoding: Sendable {
    var name: String
    var suffix: String
    /// The codec and what makes it fast.
    var arguments: String
    /// Of the container.
    var container = ""
    var pixels = ["yuv420p"]
    var sides = 2...2_160
    /// Only these sizes, if there are any.
    var sizes: [(width: Int, height: Int)] = []
    var rates = Rate.usual
    /// Percent of the usual number of pixels, for codecs that are slow.
    var speed = 100
    var sounds: [SoundCoding]
    /// Chroma that is shared by neighbours wants even sides.
    var wantsEvenSides = false
    /// Whether the container keeps times: uneven ones, and tracks that begin later than others.
    var keepsTimes = true
    var hasMatrix = false
    var keepsAspect = false
    var canInterlace = false
    var isX264 = false
    /// Further arguments, of which a clip gets one.
    var variants = [""]

    /// Pictures a second.
    struct Rate: Sendable, Equatable {
        var over: Int
        var under = 1
        var value: Double { Double(over) / Double(under) }
        /// Whether there is a timecode of it.
        var isWhole: Bool { under == 1 && [24, 25, 30, 50, 60].contains(over) }
        var text: String { under == 1 ? "\(over)" : "\(over)/\(under)" }

        static let film = Rate(over: 24_000, under: 1_001)
        static let american = Rate(over: 30_000, under: 1_001)
        static let calm = [film, american] + [1, 5, 12, 15, 24, 25, 30, 30].map { Rate(over: $0) }
        static let broadcast =
            [film, american, Rate(over: 60_000, under: 1_001)]
            + [24, 25, 30, 50, 60].map { Rate(over: $0) }
        static let usual =
            broadcast + [1, 5, 10, 12, 15, 48, 90, 100, 120, 240].map { Rate(over: $0) }
            + [Rate(over: 15, under: 2), Rate(over: 120_000, under: 1_001)]
    }
}
