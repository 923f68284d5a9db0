internal import AttachmentRules
internal import Preparation

/// One asset on the page: the notification that shows it, and what became of it.
struct PageCard: Sendable {
    let asset: Asset
    /// How many the output took.
    let encodes: Int?

    init(_ asset: Asset, encodes: Int?) {
        self.asset = asset
        self.encodes = encodes
    }

    /// A list item; whatever the script needs of it is in its attributes.
    func html(_ media: PageMedia) -> String {
        """
        <li class="card \(asset.status.rawValue)"\(attributes(media))>
        \(screen(media.attachment))<div class="about">
        <p class="badge">\(asset.status.rawValue)</p>
        <h3><button type="button" class="open">\(Markup.escaped(asset.source))</button></h3>
        \(sizes)\(result(media))\(PageFindings(of: asset).html)\(way(to: media.attachment))</div>
        </li>

        """
    }

    // MARK: What the script needs

    private func attributes(_ media: PageMedia) -> String {
        var attributes = [
            ("status", asset.status.rawValue), ("in", "\(asset.sourceBytes)"),
            ("rules", rules.joined(separator: " ")),
        ]
        if let attachment = asset.attachment {
            let type = AttachmentType.all.first { $0.mime == attachment.mime }
            attributes += [
                ("kind", attachment.kind.rawValue), ("out", "\(attachment.bytes)"),
                ("type", "\(attachment.type) (\(attachment.mime))"), ("mime", attachment.mime),
                ("format", type?.mediaType.displayName ?? attachment.mime),
            ]
        }
        var text = attributes.map { " data-\($0)=\"\(Markup.escaped($1))\"" }.joined()
        switch media.before {
        // The link is safe, and escaping would take long where it is the medium itself.
        case .shown(let link, let medium, let type):
            text += " data-before=\"\(link)\" data-medium=\"\(medium.rawValue)\""
            text += " data-before-type=\"\(Markup.escaped(type))\""
        case .absent(let why):
            if !why.isEmpty { text += " data-absent=\"\(Markup.escaped(why))\"" }
        }
        return text
    }

    /// What it can be filtered by.
    private var rules: [String] {
        var seen: Set<String> = []
        let reasons = [asset.reason].compactMap { $0.map { "reason:\($0.code.rawValue)" } }
        return (asset.findings.map(\.rule) + reasons).filter { seen.insert($0).inserted }
    }

    // MARK: The notification

    private func screen(_ link: String?) -> String {
        guard let attachment = asset.attachment, let link else {
            return "<div class=\"screen none\"><p>Nothing was published.</p></div>\n"
        }
        let name = attachment.file.split(separator: "/").last.map(String.init) ?? ""
        let summary = "\(attachment.kind.rawValue), \(Measure.bytes(attachment.bytes))"
        return """
            <div class="screen"><div class="note"><span class="icon"></span>
            <div class="words"><p class="title">\(Markup.escaped(name))</p>
            <p class="body">\(summary)</p></div>
            \(medium(attachment, link))</div></div>

            """
    }

    private func medium(_ attachment: Attachment, _ link: String) -> String {
        let clipping = PageClipping(attachment.thumbnailClippingRect).name.map { " \($0)" } ?? ""
        let pixels = attachment.width.flatMap { width in
            attachment.height.map { " width=\"\(width)\" height=\"\($0)\"" }
        }
        // As it is called where its details are shown.
        let label = " aria-label=\"The attachment of \(Markup.escaped(asset.source))\""
        switch attachment.kind {
        case .image, .animation:
            return """
                <div class="thumb\(clipping)"><img src="\(link)" loading="lazy" decoding="async" \
                alt=""\(pixels ?? "")></div>
                """
        case .video:
            let moment = attachment.thumbnailTime.map { "#t=\(Markup.number($0))" } ?? ""
            return """
                <div class="thumb\(clipping)"><video src="\(link)\(moment)" preload="none" \
                playsinline\(pixels ?? "")\(label)></video></div>
                """
        case .audio:
            return "<audio src=\"\(link)\" preload=\"none\"\(label)></audio>"
        }
    }

    /// For those without a script, which gives video and sound their controls; nothing where the page holds it.
    private func way(to link: String?) -> String {
        guard let link, !link.hasPrefix("data:") else { return "" }
        return "<p class=\"way\"><a href=\"\(link)\">open the attachment</a></p>\n"
    }

    // MARK: What became of it

    private var sizes: String {
        let before = Measure.bytes(asset.sourceBytes)
        guard let attachment = asset.attachment else { return "<p class=\"sizes\">\(before)</p>\n" }
        let saving = Saving(from: asset.sourceBytes, to: attachment.bytes)
        return """
            <p class="sizes">\(before) → \(Measure.bytes(attachment.bytes)) \
            <span class="saving\(saving.bytes < 0 ? " more" : "")">\(saving.text)</span></p>

            """
    }

    private func result(_ media: PageMedia) -> String {
        if let reason = asset.reason {
            let remedy = reason.remedy(for: media.sourceType).map {
                "<p class=\"remedy\">\(Markup.escaped($0))</p>\n"
            }
            return """
                <p class="result"><b>\(reason.code.rawValue)</b>: \(Markup.escaped(reason.message))</p>
                \(remedy ?? "")
                """
        }
        guard let attachment = asset.attachment else { return "" }
        let summary = Measure.summary(of: attachment, encodes: encodes)
        return "<p class=\"result\"><b>\(asset.action?.rawValue ?? "")</b>: "
            + Markup.escaped(summary) + thumbnail(attachment) + "</p>\n"
    }

    /// Which moment the collapsed notification shows.
    private func thumbnail(_ attachment: Attachment) -> String {
        guard let time = attachment.thumbnailTime else { return "" }
        guard attachment.kind == .animation else {
            return "<br><small>thumbnail: at \(Markup.number(time)) s</small>"
        }
        let note = time > 0 ? "; here the animation plays from frame 0" : ""
        return
            "<br><small>thumbnail: frame \(Markup.number(time)), counted from 0\(note)</small>"
    }
}
