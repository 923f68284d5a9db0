internal import FoundationEssentials
internal import Storage

/// What the page allows itself: its own script and style, known by their digests, and media beside it.
///
/// Whatever a name or a message should smuggle in does not run, and nothing reaches a network.
enum PagePolicy {
    /// - Parameters:
    ///   - style: between the tags, to the byte.
    ///   - script: the same.
    static func text(_ style: String, _ script: String) -> String {
        // `'self'` for a page that a server hands out; of a file it names nothing in some browsers.
        let media = "'self' file: data:"
        return [
            "default-src 'none'", "script-src \(digest(script))", "style-src \(digest(style))",
            "img-src \(media)", "media-src \(media)", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
    }

    private static func digest(_ text: String) -> String {
        "'sha256-\(Data(SHA256Digest.of(Array(text.utf8)).bytes).base64EncodedString())'"
    }
}
