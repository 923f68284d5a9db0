internal import AttachmentRules
package import Preparation

/// Sizes and times in the words that people read.
package enum Measure {
    /// Bytes in decimal units, as all limits are: `1.9 MB`.
    package static func bytes(_ count: Int64) -> String {
        switch count {
        case ..<1_000: "\(count) B"
        case ..<1_000_000: "\(tenths(Double(count) / 1e3)) kB"
        case ..<1_000_000_000: "\(tenths(Double(count) / 1e6)) MB"
        default: "\(tenths(Double(count) / 1e9)) GB"
        }
    }

    package static func seconds(_ seconds: Double) -> String {
        "\(tenths(seconds)) s"
    }

    /// With one digit behind the point.
    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// An attachment in one line: `image, 1024×768, 183.2 kB`; with the number of encodes where it took
    /// several to come under the cap.
    package static func summary(of attachment: Attachment, encodes: Int?) -> String {
        var parts = [attachment.kind.rawValue]
        if let width = attachment.width, let height = attachment.height {
            parts.append("\(width)×\(height)")
        }
        if let frames = attachment.frames, attachment.kind == .animation {
            parts.append("\(frames) frames")
        }
        if let duration = attachment.duration { parts.append(seconds(duration)) }
        parts.append(bytes(attachment.bytes))
        if let encodes, encodes > 1 { parts.append("\(encodes) encodes") }
        return parts.joined(separator: ", ")
    }
}
