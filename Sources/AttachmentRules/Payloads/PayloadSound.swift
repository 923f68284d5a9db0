/// What a notification may name as its own sound.
///
/// The system plays files of the app alone, and where it finds none that it can play, its default.
enum PayloadSound {
    /// The endings of Apple's containers for sounds; it looks for a file by its whole name.
    private static let extensions: Set<String> = ["aif", "aiff", "caf", "wav"]

    static func offences(in value: JSONValue) -> [(PayloadRuleID, String)] {
        switch value {
        case .string(let name): offences(of: name, at: "aps.sound")
        case .object(let members): offences(in: members)
        default: [(.sound, "aps.sound is \(value.kind), not a string or an object")]
        }
    }

    private static func offences(in members: [String: JSONValue]) -> [(PayloadRuleID, String)] {
        var offences: [(PayloadRuleID, String)] = []
        if let name = members["name"]?.string {
            offences += Self.offences(of: name, at: "aps.sound.name")
        } else {
            offences.append((.sound, "aps.sound.name is no name"))
        }
        if let critical = members["critical"], critical != .integer(0), critical != .integer(1) {
            offences.append((.sound, "aps.sound.critical is \(critical.shown), not 0 or 1"))
        }
        if let volume = members["volume"], !(volume.number.map { (0...1).contains($0) } ?? false) {
            offences.append((.sound, "aps.sound.volume is \(volume.shown), not from 0 to 1"))
        }
        return offences
    }

    private static func offences(of name: String, at key: String) -> [(PayloadRuleID, String)] {
        if Payload.isBlank(name) { return [(.sound, "\(key) is empty")] }
        if name.contains("://") {
            return [(.sound, "\(key) is an address, but the system fetches no sound")]
        }
        guard name != "default", !extensions.contains(fileExtension(of: name)) else { return [] }
        return [
            (.soundFile, "\(key) is \(JSONValue.string(name).shown), not in .aiff, .wav or .caf")
        ]
    }

    private static func fileExtension(of name: String) -> String {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }
}
