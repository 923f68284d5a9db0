internal import AttachmentRules
internal import Preparation

/// The page that people look at: `report.html`, one file without scripts, that shows every asset.
///
/// Attachments are referenced by their path, so the page works wherever the output folder is.
package struct Page: Sendable {
    package static let fileName = "report.html"

    private let manifest: Manifest
    private let encodes: [String: Int]

    /// - Parameter encodes: how many each output took, by source.
    package init(_ manifest: Manifest, encodes: [String: Int]) {
        self.manifest = manifest
        self.encodes = encodes
    }

    package func encoded() -> [UInt8] {
        Array(html.utf8)
    }

    private var html: String {
        let summary = manifest.summary
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>PushMedia report</title>
            <style>\(Self.style)</style>
            <h1>PushMedia report</h1>
            <p>\(summary.prepared) prepared, \(summary.rejected) rejected, \(summary.failed) failed.
            \(Measure.bytes(summary.sourceBytes)) of sources,
            \(Measure.bytes(summary.outputBytes)) of attachments.
            Profile \(Self.escaped(manifest.profile.name)).</p>
            <table>
            <thead><tr><th>Attachment<th>Source<th>Result</thead>
            <tbody>
            \(manifest.assets.map(row).joined(separator: "\n"))
            </tbody>
            </table>
            \(skipped)</html>

            """
    }

    /// What was left out; nothing where nothing was.
    private var skipped: String {
        guard !manifest.skipped.isEmpty else { return "" }
        let rows = manifest.skipped.map {
            "<tr><td>\(Self.escaped($0.source))<td>\(list($0.findings))"
        }
        return """
            <h2>Left out</h2>
            <table>
            <thead><tr><th>Found<th>Why</thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>

            """
    }

    private func list(_ findings: [Finding]) -> String {
        let items = findings.map {
            "<li><code>\(Self.escaped($0.rule))</code> \(Self.escaped($0.message))"
        }
        return items.isEmpty ? "" : "<ul>\(items.joined())</ul>"
    }

    private func row(_ asset: Asset) -> String {
        return """
            <tr class="\(asset.status.rawValue)"><td>\(asset.attachment.map(media) ?? "—")\
            <td>\(Self.escaped(asset.source))<br><small>\(Measure.bytes(asset.sourceBytes))</small>\
            <td>\(result(asset))\(list(asset.findings))
            """
    }

    private func result(_ asset: Asset) -> String {
        if let reason = asset.reason {
            return "<b>\(reason.code.rawValue)</b>: \(Self.escaped(reason.message))"
        }
        guard let attachment = asset.attachment else { return asset.status.rawValue }
        let summary = Measure.summary(of: attachment, encodes: encodes[asset.source])
        return "<b>\(asset.action?.rawValue ?? "")</b>: " + Self.escaped(summary)
            + thumbnail(attachment)
    }

    /// Which moment the collapsed notification shows.
    private func thumbnail(_ attachment: Attachment) -> String {
        guard let time = attachment.thumbnailTime else { return "" }
        let moment =
            attachment.kind == .animation
            ? "frame \(Self.number(time)), counted from 0" : "at \(Self.number(time)) s"
        return "<br><small>thumbnail: \(moment)</small>"
    }

    /// To the millisecond, without needless zeros.
    private static func number(_ value: Double) -> String {
        let text = "\((value * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func media(_ attachment: Attachment) -> String {
        let link = Self.escaped(Self.link(to: attachment.file))
        switch attachment.kind {
        case .image, .animation:
            let size = attachment.width.map { " width=\"\($0)\"" } ?? ""
            let height = attachment.height.map { " height=\"\($0)\"" } ?? ""
            return "<img src=\"\(link)\" loading=\"lazy\" alt=\"\"\(size)\(height)>"
        case .video:
            let moment = attachment.thumbnailTime.map { "#t=\(Self.number($0))" } ?? ""
            return "<video src=\"\(link)\(moment)\" controls preload=\"metadata\"></video>"
        case .audio: return "<audio src=\"\(link)\" controls preload=\"none\"></audio>"
        }
    }

    /// A relative reference: a name such as `a:b.jpg` must not be taken for a scheme.
    private static func link(to file: String) -> String {
        file.utf8.reduce(into: "./") { link, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                link.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                link += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Text that cannot be taken for markup, nor turn the line's direction.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _
            where character.properties.generalCategory == .control
                || character.properties.generalCategory == .format:
                escaped += "\\u{\(String(character.value, radix: 16))}"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private static let style = """
        :root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
        body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
        table { border-collapse: collapse; width: 100% }
        th, td { border-bottom: 1px solid #8886; padding: .5rem; text-align: left;
            vertical-align: top; overflow-wrap: anywhere }
        img, video { display: block; height: auto; max-height: 10rem; max-width: 14rem;
            object-fit: contain; width: auto }
        audio { max-width: 14rem }
        .rejected b, .failed b { color: #c33 }
        """
}
