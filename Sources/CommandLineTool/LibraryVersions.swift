internal import AttachmentRules
internal import CGLib
internal import Cluster
internal import CodecLink
internal import HTTP
internal import Ledger
internal import Metrics
internal import Preparation
internal import Storage
internal import XML

/// The answer to `--version`: this program, and what it is linked to.
enum LibraryVersions {
    /// A line for each; the codec program is asked for those of its own, and need not be there.
    static func text() async -> String {
        let own = [
            ("SQLite", SQLiteLibrary.version), ("libcurl", CurlLibrary.version),
            ("libxml2", XMLLibrary.version), ("OpenSSL", CryptoLibrary.version),
            ("NATS client", NATSLibrary.version), ("libmicrohttpd", HTTPLibrary.version),
            ("libseccomp", CageLibrary.version),
            ("GLib", "\(glib_major_version).\(glib_minor_version).\(glib_micro_version)"),
        ].map { "\($0) \($1)" }
        let lines = ["pushmedia \(Version.current)"] + (await codecLines()) + own
        return lines.joined(separator: "\n")
    }

    private static func codecLines() async -> [String] {
        do {
            let options = PreparationOptions(profile: try Profile.named("ios"))
            let lane = CodecProgram.lanes(1, options, CodecConditions())[0]
            let versions = try await CodecProgram.start(lane).versions
            await lane.stop()
            return ["libvips \(versions.libvips)", "FFmpeg \(versions.ffmpeg)"]
        } catch {
            return ["libvips and FFmpeg unknown: \(Messages.failure(error))"]
        }
    }
}
