internal import AttachmentRules
internal import Preparation

/// What is around the cards: the totals above, and below what was left out and who made the page.
extension Page {
    /// - Parameter notice: what the reader must know of the page itself.
    func head(notice: String?) -> String {
        let style = Self.text(PackageResources.page_css) + clippings
        let note = notice.map { "<p class=\"notice\">\(Markup.escaped($0))</p>\n" } ?? ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(PagePolicy.text(style, Self.script))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>PushMedia report</title>
            <style>\(style)</style>
            </head>
            <body>
            <a class="skip" href="#assets">Skip to the assets</a>
            <header>
            <h1>PushMedia report</h1>
            \(totals)\(note)</header>
            \(Self.text(PackageResources.controls_html))<main>
            <h2 class="unseen" id="assets-name">Assets</h2>
            <ul id="assets" class="collapsed" aria-labelledby="assets-name">

            """
    }

    var foot: String {
        """
        </ul>
        <p id="nothing" hidden>No asset matches. <button type="button" id="reset">Show all</button></p>
        \(skipped)</main>
        <footer>
        \(origin)</footer>
        \(Self.text(PackageResources.detail_html))<script>\(Self.script)</script>
        </body>
        </html>

        """
    }

    // MARK: Totals

    private var totals: String {
        let summary = manifest.summary
        let prepared = manifest.assets.filter { $0.status == .prepared }
        let before = prepared.reduce(Int64(0)) { sum, asset in
            let (total, isOver) = sum.addingReportingOverflow(asset.sourceBytes)
            return isOver ? .max : total
        }
        let saving = Saving(from: before, to: summary.outputBytes)
        let saved =
            saving.bytes < 0
            ? ("more than their sources", Measure.bytes(-saving.bytes))
            : ("saved", Measure.bytes(saving.bytes))
        let tiles = [
            ("prepared", "prepared", "\(summary.prepared)"),
            ("rejected", "rejected", "\(summary.rejected)"),
            ("failed", "failed", "\(summary.failed)"),
            ("", "of sources", Measure.bytes(summary.sourceBytes)),
            ("", "of attachments", Measure.bytes(summary.outputBytes)),
            ("", "\(saved.0) (\(saving.text))", saved.1),
        ]
        let items = tiles.map { "<li class=\"\($0)\"><b>\($2)</b> <span>\($1)</span>" }
        return """
            <ul class="totals" aria-label="Totals">
            \(items.joined(separator: "\n"))
            </ul>
            <p class="fine">What was saved counts prepared assets only.</p>

            """
    }

    // MARK: Below

    /// What was left out; nothing where nothing was.
    private var skipped: String {
        guard !manifest.skipped.isEmpty else { return "" }
        let rows = manifest.skipped.map {
            "<li><b>\(Markup.escaped($0.source))</b>\(PageFindings($0.findings).html)"
        }
        return """
            <section class="skipped" aria-labelledby="skipped-name">
            <h2 id="skipped-name">Left out</h2>
            <ul>
            \(rows.joined(separator: "\n"))
            </ul>
            </section>

            """
    }

    private var origin: String {
        let tool = manifest.tool
        let ignored = manifest.summary.ignored
        let parts = [
            "Profile \(manifest.profile.name)", "\(tool.name) \(tool.version)",
            "libvips \(tool.libvips)", "FFmpeg \(tool.ffmpeg)", "cage \(tool.cage)",
            ignored == 0 ? nil : "\(ignored) hidden files ignored",
        ]
        let text = parts.compactMap(\.self).map(Markup.escaped).joined(separator: " · ")
        return "<p>\(text)</p>\n<p><code>\(Markup.escaped(manifest.profile.sha256))</code></p>\n"
    }

    // MARK: Parts

    /// One script: they share their names, and the policy names them by one digest.
    private static let script =
        "\"use strict\";\n"
        + [
            PackageResources.assets_js, PackageResources.media_js, PackageResources.detail_js,
            PackageResources.start_js,
        ].map(text).joined()

    private var clippings: String {
        PageClipping.rules(for: manifest.assets.map(\.attachment?.thumbnailClippingRect))
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
