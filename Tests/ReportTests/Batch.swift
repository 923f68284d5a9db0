import AttachmentRules
import Preparation
import Report
import Storage

/// Results without the work.
enum Batch {
    static func manifest(_ assets: [Asset], skipped: [Skipped] = []) throws -> Manifest {
        Manifest(
            assets: assets, skipped: skipped, ignored: 0, profile: try Profile.named("ios"),
            profileDigest: String(repeating: "0", count: 64),
            tool: Manifest.Tool(libvips: "8.14.1", ffmpeg: "5.1.9", lacking: []))
    }

    static func prepared(
        _ source: String, file: String, _ kind: AttachmentKind = .image, _ number: Int = 0,
        bytes: [UInt8] = [], findings: [Finding]? = nil
    ) -> Asset {
        let advice = Finding(rule: "vendor-bytes", severity: .advice, message: "a little large")
        let isStill = kind == .image || kind == .audio
        return Asset(
            source: source, sourceSHA256: SHA256Digest.of(bytes).hex,
            sourceBytes: Int64(900_000 + number * 7919 % 500_000), action: .encode,
            attachment: Attachment(
                file: file, kind: kind, type: "public.jpeg", mime: "image/jpeg",
                bytes: bytes.isEmpty
                    ? Int64(100_000 + number * 104_729 % 300_000) : Int64(bytes.count),
                sha256: SHA256Digest.of(bytes).hex, width: kind == .audio ? nil : 512,
                height: kind == .audio ? nil : 512, frames: isStill ? 1 : 25,
                duration: isStill ? nil : 1,
                thumbnailClippingRect: kind == .audio
                    ? nil : ThumbnailClippingRect(centredSquareIn: 512 + number % 50, height: 512),
                thumbnailTime: isStill ? nil : 0),
            findings: findings ?? (number % 5 == 0 ? [advice] : []))
    }

    /// Bad, or given up by us.
    static func refused(_ source: String, _ number: Int) -> Asset {
        let reason =
            number % 20 == 0
            ? Reason(.corrupt, "cut off: no end marker") : Reason(.timeout, "no progress in 60 s")
        return Asset(source: source, sourceSHA256: nil, sourceBytes: 5000, reason: reason)
    }
}
