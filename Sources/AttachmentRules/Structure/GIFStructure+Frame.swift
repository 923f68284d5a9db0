extension GIFStructure {
    /// One frame, as its blocks tell it.
    public struct Frame: Sendable, Equatable {
        /// From 1.
        public let number: Int
        /// The byte where its descriptor begins, and where its graphic control does, if it has one.
        public let start: Int
        public let controlStart: Int?
        /// Left and upper edge on the canvas.
        public let x: Int
        public let y: Int
        public let width: Int
        public let height: Int
        /// In hundredths of a second, as stored.
        public let delay: Int
        /// 0 unspecified, 1 keep, 2 background, 3 previous; others reserved.
        public let disposal: Int
        public let transparentIndex: Int?
        /// Colours in the table that it uses; 0 for none.
        public let colours: Int
        public let hasLocalTable: Bool
        public let isInterlaced: Bool
        /// The smallest LZW code size.
        public let codeSize: Int
        /// From the code size to behind the block terminator.
        public let dataRange: Range<Int>
        /// How many pixels its data hold; `width × height` is right.
        public let pixels: Int
        /// The highest colour among them; -1 for none.
        public let highestIndex: Int
        public internal(set) var faults: Faults = []
    }

    /// What is wrong with a frame.
    public struct Faults: OptionSet, Sendable, Hashable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let isEmptyFrame = Faults(rawValue: 1 << 0)
        public static let outsideCanvas = Faults(rawValue: 1 << 1)
        public static let truncated = Faults(rawValue: 1 << 2)
        public static let invalidLZW = Faults(rawValue: 1 << 3)
        public static let surplusPixels = Faults(rawValue: 1 << 4)
        public static let noColourTable = Faults(rawValue: 1 << 5)
        public static let colourIndex = Faults(rawValue: 1 << 6)
        public static let shortDelay = Faults(rawValue: 1 << 7)
        public static let partialFirst = Faults(rawValue: 1 << 8)

        /// All of them, with the rules that they break.
        static let rules: [(fault: Faults, rule: RuleID)] = [
            (.isEmptyFrame, .gifFrameEmpty), (.outsideCanvas, .gifFrameOutsideCanvas),
            (.truncated, .gifFrameTruncated), (.invalidLZW, .gifLZWInvalid),
            (.surplusPixels, .gifSurplusPixels), (.noColourTable, .gifNoColourTable),
            (.colourIndex, .gifColourIndex), (.shortDelay, .gifDelayTooShort),
            (.partialFirst, .gifFirstFramePartial),
        ]

        /// The rules that are broken.
        public var rules: [RuleID] {
            Self.rules.filter { contains($0.fault) }.map(\.rule)
        }
    }
}

/// As a list of numbers, since there may be thousands: in the order of the properties, with -1 for nil.
extension GIFStructure.Frame: Codable {
    public func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for number in [
            number, start, controlStart ?? -1, x, y, width, height, delay, disposal,
            transparentIndex ?? -1, colours, hasLocalTable ? 1 : 0, isInterlaced ? 1 : 0, codeSize,
            dataRange.lowerBound, dataRange.upperBound, pixels, highestIndex,
            Int(faults.rawValue),
        ] {
            try list.encode(number)
        }
    }

    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        func next() throws -> Int { try list.decode(Int.self) }
        func nextIfAny() throws -> Int? {
            let value = try next()
            return value < 0 ? nil : value
        }
        (number, start, controlStart) = (try next(), try next(), try nextIfAny())
        (x, y, width, height) = (try next(), try next(), try next(), try next())
        (delay, disposal, transparentIndex) = (try next(), try next(), try nextIfAny())
        (colours, hasLocalTable, isInterlaced) = (try next(), try next() == 1, try next() == 1)
        codeSize = try next()
        let (dataStart, dataEnd) = (try next(), try next())
        dataRange = dataStart..<max(dataStart, dataEnd)
        (pixels, highestIndex) = (try next(), try next())
        faults = GIFStructure.Faults(rawValue: UInt16(truncatingIfNeeded: try next()))
    }
}
