package import AttachmentRules
package import Preparation

/// The machine-readable result of a batch: `manifest.json`.
///
/// Byte for byte the same for the same assets, profile and tools.
package struct Manifest: Codable, Sendable, Equatable {
    package struct Tool: Codable, Sendable, Equatable {
        package var name: String
        package var version: String
        package var libvips: String
        package var ffmpeg: String
        /// Whether media were decoded in the whole cage: `on`, or what it lacked.
        package var cage: String

        /// - Parameter lacking: the parts of the cage that the kernel has not.
        package init(libvips: String, ffmpeg: String, lacking: [String]) {
            name = "pushmedia"
            version = Version.current
            self.libvips = libvips
            self.ffmpeg = ffmpeg
            cage = lacking.isEmpty ? "on" : "without \(lacking.joined(separator: " and "))"
        }
    }

    package struct ProfileReference: Codable, Sendable, Equatable {
        package var name: String
        package var sha256: String
    }

    package struct Summary: Codable, Sendable, Equatable {
        package var prepared = 0
        package var rejected = 0
        package var failed = 0
        /// Of all sources.
        package var sourceBytes: Int64 = 0
        /// Of all attachments.
        package var outputBytes: Int64 = 0
        /// Hidden files and what systems leave behind in folders: nobody looked at them.
        package var ignored: Int

        package init(_ assets: [Asset], ignored: Int) {
            self.ignored = ignored
            for asset in assets {
                switch asset.status {
                case .prepared: prepared += 1
                case .rejected: rejected += 1
                case .failed: failed += 1
                }
                // A store can say anything of an object that is never fetched.
                sourceBytes = sourceBytes.addingClamped(asset.sourceBytes)
                outputBytes += asset.attachment?.bytes ?? 0
            }
        }
    }

    package static let schema = "pushmedia-manifest/1"
    package static let fileName = "manifest.json"

    package var schema = Manifest.schema
    package var tool: Tool
    package var profile: ProfileReference
    package var summary: Summary
    package var assets: [Asset]
    /// Links that were not followed, and special files.
    package var skipped: [Skipped]

    package init(
        assets: [Asset], skipped: [Skipped], ignored: Int, profile: Profile, profileDigest: String,
        tool: Tool
    ) {
        self.tool = tool
        self.profile = ProfileReference(name: profile.name, sha256: profileDigest)
        summary = Summary(assets, ignored: ignored)
        self.assets = assets
        self.skipped = skipped
    }

    /// The file's bytes: JSON in UTF-8, keys sorted, with a newline at the end.
    package func encoded() throws -> [UInt8] {
        try JSONText.encoded(self)
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
