extension DeliveryCheck {
    /// What the server calls the bytes.
    static func contentType(_ facts: DeliveryFacts, _ type: AttachmentType) -> [Finding] {
        guard let header = facts.contentType, let mime = MIMEType(header) else {
            return [Finding(.contentType, .warning, "there is no Content-Type; \(right(type))")]
        }
        let said = mime.text.shortened
        if mime.saysNothing {
            return [
                Finding(.contentType, .warning, "\(said) tells nothing of the file; \(right(type))")
            ]
        }
        guard mime.type == type else {
            // Pictures under another picture's type have been seen to be shown.
            let isNear = mime.family == type.mime.prefix { $0 != "/" }
            return [
                Finding(
                    .contentType, isNear ? .warning : .error,
                    "the server says \(said), but the bytes are \(type.mediaType.displayName): "
                        + right(type))
            ]
        }
        guard !mime.isProperName(of: type) else { return [] }
        return [Finding(.contentType, .warning, "\(said) is not a registered type; \(right(type))")]
    }

    private static func right(_ type: AttachmentType) -> String { "say \(type.mime)" }

    /// Whether a device can tell the type from a name.
    static func fileExtension(_ facts: DeliveryFacts, _ type: AttachmentType) -> [Finding] {
        let name = DeliveredName(facts)
        let inAddress = tells(type, name.inAddress)
        let suggested = tells(type, name.suggested)
        if inAddress && suggested { return [] }
        let wanted = type.acceptedExtensions.map { "." + $0 }.joined(separator: " or ")
        if suggested {
            let saviour = name.isFromServer ? "Content-Disposition" : "Content-Type"
            return [
                Finding(
                    .fileExtension, .warning,
                    "the address does not end in \(wanted), only \(saviour) tells the type: apps that go "
                        + "by the address show nothing")
            ]
        }
        if inAddress {
            return [
                Finding(
                    .fileExtension, .warning,
                    "the server makes it \(described(name.suggested)): apps that go by that do not "
                        + "take it for \(type.uti)")
            ]
        }
        // As bad as on a file of that name: one of the two is enough for some apps.
        let isShown = [name.inAddress, name.suggested].contains {
            type.isShown(asExtension: DeliveredName.fileExtension(of: $0))
        }
        return [
            Finding(
                .fileExtension, isShown ? .warning : .error,
                "a device sees \(described(name.suggested)), but the bytes are \(type.uti): "
                    + "end the address in \(wanted)")
        ]
    }

    private static func tells(_ type: AttachmentType, _ name: String) -> Bool {
        type.acceptedExtensions.contains(DeliveredName.fileExtension(of: name).lowercased())
    }

    /// A name with the type that a device takes it for.
    private static func described(_ name: String) -> String {
        let taken = AttachmentType(fileExtension: DeliveredName.fileExtension(of: name))
        return "\(name.shortened) (\(taken?.uti ?? "no type that it takes"))"
    }
}
