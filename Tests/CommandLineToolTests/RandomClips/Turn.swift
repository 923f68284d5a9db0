/// How a player is told to turn a picture: the first four numbers of the track's matrix.
///
/// A point (x, y) is shown at (ax + cy, bx + dy), where y points downwards.
struct Turn: Sendable {
    let a, b, c, d: Int

    static let upright = Turn(a: 1, b: 0, c: 0, d: 1)
    private static let right = Turn(a: 0, b: 1, c: -1, d: 0)
    private static let upsideDown = Turn(a: -1, b: 0, c: 0, d: -1)
    private static let left = Turn(a: 0, b: -1, c: 1, d: 0)

    static let all =
        [right, right, upsideDown, left, left]
        + [upright, right, upsideDown, left].map(\.mirrored)

    var isUpright: Bool { a == 1 && d == 1 }
    var swapsSides: Bool { a == 0 }

    private var mirrored: Turn { Turn(a: -a, b: b, c: -c, d: d) }

    /// Where each quarter of what is stored is shown: left to right, then top to bottom.
    var quarters: [Int] {
        [(-1, -1), (1, -1), (-1, 1), (1, 1)].map { x, y in
            (a * x + c * y > 0 ? 1 : 0) + (b * x + d * y > 0 ? 2 : 0)
        }
    }

    /// A command that sets the matrix of a file's first track.
    func command(_ file: String) -> String {
        let bytes = [a, b, 0, c, d].map { value in
            value == 0 ? #"\0\0\0\0"# : value > 0 ? #"\0\1\0\0"# : #"\377\377\0\0"#
        }
        let place = "$(($(grep -obUa tkhd \(file) | head -n 1 | cut -d : -f 1) + 44))"
        return "printf '\(bytes.joined())' | "
            + "dd of=\(file) bs=1 seek=\(place) conv=notrunc status=none"
    }
}
