internal import AttachmentRules

/// What a card of the page shows: the attachment, and the source beside it.
///
/// The links are safe as attributes.
struct PageMedia: Sendable {
    /// Nil where there is no attachment.
    var attachment: String?
    var before: Before
    /// The source's, by its bytes; nil where it is not asked for, or cannot be told.
    var sourceType: MediaType?

    /// The source, as the page has it.
    enum Before: Sendable {
        /// - Parameter type: its name, for browsers that do not show it.
        case shown(link: String, PageSource.Medium, type: String)
        /// Why it is not shown.
        case absent(String)
    }
}

extension PageMedia.Before {
    /// The source where it lies.
    ///
    /// Only of what was prepared: a browser must not try what was refused here.
    ///
    /// - Parameter kind: the attachment's.
    init(linking source: PageSource?, for kind: AttachmentKind) {
        guard let source else {
            self = .absent("The source lies on another machine.")
            return
        }
        guard let type = source.type else {
            self = .absent("The source is gone, or cannot be read.")
            return
        }
        guard let medium = type.medium(for: kind) else {
            self = .absent("Browsers do not show \(type.displayName).")
            return
        }
        guard let link = source.link else {
            self = .absent("The source lies on the machine that prepared it.")
            return
        }
        self = .shown(link: link, medium, type: type.displayName)
    }
}
