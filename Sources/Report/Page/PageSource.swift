internal import AttachmentRules
package import Preparation
package import Storage

/// Where the page finds a source, to show it beside what came of it.
package struct PageSource: Sendable, Equatable {
    /// What a browser can make of a file.
    enum Medium: String, Sendable { case picture, video, sound }

    /// With its links resolved.
    let path: BytePath
    /// From the folder that the page lies in; nil where that is on another machine.
    let link: String?

    /// Nil for an object in a store.
    ///
    /// - Parameter folder: where the page lies, with its links resolved; nil for a store.
    package init?(_ source: Source, from folder: BytePath?) {
        guard case .file(let path, _) = source.place else { return nil }
        self.path = path
        link = folder.map { Markup.link(to: Self.way(from: $0, to: path).bytes) }
    }

    /// The sources of a batch by their names in the manifest.
    ///
    /// Names that only their bytes tell apart get none: better no picture than a wrong one.
    package static func all(of sources: [Source], from folder: BytePath?) -> [String: PageSource] {
        let found = sources.map { ($0.name.text, PageSource($0, from: folder)) }
        return Dictionary(found) { _, _ in nil }.compactMapValues(\.self)
    }

    /// The type by the bytes; nil where the file is gone, or cannot be read.
    var type: MediaType? {
        // Whatever keeps it from being read, the page says that it cannot be shown.
        (try? SourceFile(path))?.sniffed.type
    }

    /// Its bytes, at most so many; nil where there are more, or they cannot be read.
    func contents(upTo most: Int64) -> [UInt8]? {
        // As above.
        guard let file = try? OpenFile(reading: path), let size = try? file.status().size,
            size <= most
        else { return nil }
        return try? file.bytes(count: Int(size))
    }

    private static func way(from folder: BytePath, to path: BytePath) -> BytePath {
        let (here, there) = (folder.components, path.components)
        let shared = zip(here, there).prefix { $0 == $1 }.count
        let up = [BytePath](repeating: "..", count: here.count - shared)
        return (up + there[shared...]).reduce("") { $0.appending($1) }
    }
}

extension MediaType {
    /// What shows it; nil where no browser does.
    var medium: PageSource.Medium? {
        switch self {
        case .jpeg, .png, .gif, .webp, .avif, .bmp, .svg, .heic, .tiff, .jxl, .jp2: .picture
        case .mp4, .mov, .m4v, .threeGP, .webm, .matroska, .ogg: .video
        case .m4a, .mp3, .wav, .flac, .aac, .aiff, .caf: .sound
        default: nil
        }
    }

    /// The same, by what came of it: most containers of video may hold sound alone.
    func medium(for kind: AttachmentKind) -> PageSource.Medium? {
        medium == .video && kind == .audio ? .sound : medium
    }

    /// Its MIME type where every browser shows it.
    var commonMIME: String? {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .bmp: "image/bmp"
        case .mp4, .m4v: "video/mp4"
        case .webm: "video/webm"
        case .m4a: "audio/mp4"
        case .mp3: "audio/mpeg"
        case .wav: "audio/wav"
        case .flac: "audio/flac"
        default: nil
        }
    }
}
