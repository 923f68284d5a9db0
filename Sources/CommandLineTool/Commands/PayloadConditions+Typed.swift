internal import AttachmentRules
internal import Storage

extension TypedOptions {
    /// Of `--media-key`: where the app's own extension looks in a payload, too.
    func payloadKeys() throws(UsageError) -> Set<String> {
        guard let typed = text("media-key") else { return [] }
        guard let text = String(validating: typed.bytes, as: UTF8.self) else {
            throw UsageError("--media-key takes text in UTF-8")
        }
        let keys = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for key in keys {
            if Payload.isBlank(key) {
                throw UsageError("--media-key takes keys with commas between them")
            }
            if Payload.reservedKeys.contains(key) {
                throw UsageError(PayloadMessages.reserved(key))
            }
        }
        return Set(keys)
    }
}

extension CategoryList {
    /// Reads the file that `--categories` names.
    init(in file: BytePath) throws(UsageError) {
        let bytes = try OptionFile.bytes(of: file, option: "categories")
        do throws(Fault) {
            try self.init(bytes)
        } catch {
            throw UsageError(
                "--categories: \(Console.quoted(file.text)): \(Self.words(for: error))")
        }
    }

    private static func words(for fault: Fault) -> String {
        switch fault {
        case .json: "it is no JSON"
        case .noArray: "a list is wanted, or an object with one under categories"
        case .empty: "the list is empty"
        case .noIdentifier(let index): "entry \(index + 1) has no identifier"
        case .actions(let index): "the actions of entry \(index + 1) are no list"
        case .repeated(let name): "\(Console.quoted(name)) is listed twice"
        }
    }
}
