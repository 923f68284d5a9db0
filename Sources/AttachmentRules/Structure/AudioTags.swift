/// Tags and sizes of an MP3, WAV, AIFF or CAF file, beyond what a demuxer tells.
public struct AudioTags: Sendable {
    /// Kinds such as `ID3`, `ID3v1`, `APE`, `INFO`, `bext`, `NAME`, each once, in order.
    public internal(set) var privateMetadata: [String] = []
    public internal(set) var hasCoverArt = false
    /// What the header of a WAV or AIFF says of the whole file; nil for others.
    public internal(set) var declaredSize: Int64?
    /// Of the sound data that are there; nil where none were found.
    public internal(set) var soundBytes: Int64?
    /// The sound data end before their header says.
    public internal(set) var isTruncated = false
    public internal(set) var trailingBytes: Int64 = 0
    /// An RF64 or BW64: a WAV with sizes of 64 bits, behind a header that readers of WAV do not know.
    public internal(set) var isLong = false

    /// - Parameter type: MP3, WAV, AIFF or CAF; of other types nothing is read.
    public init(_ source: ByteSource, type: MediaType) {
        size = source.count
        switch type {
        case .mp3: readMP3(source)
        case .wav: readChunks(source, isLittle: true)
        case .aiff: readChunks(source, isLittle: false)
        case .caf: readCAF(source)
        default: break
        }
    }

    let size: Int64

    /// A header that disagrees with the file: decoders believe the one or the other.
    public var findings: [Finding] {
        if isLong {
            return [
                Finding(.declaredSize, "its sizes have 64 bits (RF64), those of a WAV have 32")
            ]
        }
        // A byte of padding at the end may be left out of the count.
        guard let declaredSize, !(size - 1...size).contains(declaredSize) else { return [] }
        return [
            Finding(
                .declaredSize,
                "its header says \(declaredSize.grouped) bytes, the file has \(size.grouped)")
        ]
    }

    mutating func note(_ kind: String) {
        if !privateMetadata.contains(kind) { privateMetadata.append(kind) }
    }
}
