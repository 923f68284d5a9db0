/// When the pictures of a generated clip are shown: which ones of a raster are there.
enum Timing: Sendable {
    case even
    /// Four of ten are missing, next to each other.
    case gaps
    /// In the second half, only every fifth is there.
    case slower

    func isShown(_ frame: Int, of count: Int) -> Bool {
        switch self {
        case .even: true
        case .gaps: frame * 7_919 % 10 < 6
        case .slower: frame < count / 2 || frame % 5 == 0
        }
    }

    /// The same, for FFmpeg's filters.
    func filter(of count: Int) -> String? {
        switch self {
        case .even: nil
        case .gaps: #"select=lt(mod(n*7919\,10)\,6)"#
        case .slower: #"select=lt(n\,\#(count / 2))+not(mod(n\,5))"#
        }
    }

    /// The pictures from the first to the end of the last that is there.
    func length(of count: Int) -> Int {
        ((0..<count).last { isShown($0, of: count) } ?? 0) + 1
    }

    var isEven: Bool { self == .even }

    /// The most pictures from one to the next.
    var longestGap: Int { isEven ? 1 : 5 }
}
