package import AttachmentRules
package import Preparation

/// The result of `verify`.
package struct Verification: Encodable, Sendable {
    /// Why a finding does not count.
    package enum State: String, Codable, Sendable {
        /// A settings file says so, with a reason.
        case suppressed
        /// It was there when the baseline was written.
        case known
    }

    /// A finding with what there is to do about it.
    package struct Finding: Encodable, Sendable {
        package var rule: String
        package var severity: Severity
        package var message: String
        package var fix: String?
        // Of the rule: where its limit comes from, and when that was read.
        package var basis: Basis?
        package var source: String?
        package var date: String?
        /// Whose limit it is where several profiles were asked for.
        package var profile: String?
        /// Nil for one that counts.
        package var state: State?
        /// Of a suppressed one: what the settings say.
        package var reason: String?

        init(
            _ finding: AttachmentRules.Finding, rule: Rule?, fix: String?, state: State?,
            reason: String?
        ) {
            self.rule = finding.rule
            severity = finding.severity
            message = finding.message
            self.fix = fix
            basis = rule?.basis
            source = rule?.source
            date = rule?.date
            profile = finding.profile
            self.state = state
            self.reason = reason
        }

        /// What is wrong, and whose limit it is.
        package var words: String { message + (profile.map { " (\($0))" } ?? "") }

        /// `documented: https://…, 2026-11`; nil where the rule is not known.
        package var origin: String? {
            guard let basis, let source, let date else { return nil }
            let isOwn = basis == .own && source == "PushMedia"
            return isOwn ? "PushMedia's own, \(date)" : "\(basis.rawValue): \(source), \(date)"
        }
    }

    package struct File: Encodable, Sendable {
        /// As `prepare` would call it: inside the folder that was named.
        package var file: String
        /// From the working folder, or an address.
        package var path: String
        package var type: String?
        package var bytes: Int64
        /// How long it took to look at it: in no JSON, which is the same for the same files.
        package var time: Duration
        package var compliant: Bool
        package var findings: [Finding]
        /// Of a file from the web.
        package var delivery: Delivery?

        private enum CodingKeys: CodingKey {
            case file, path, type, bytes, compliant, findings, delivery
        }
    }

    /// How many findings there are of each severity, and how many do not count.
    package struct Tally: Encodable, Sendable {
        package var errors = 0
        package var warnings = 0
        package var advice = 0
        package var suppressed = 0
        package var known = 0
    }

    package static let schema = "pushmedia-verification/1"

    package private(set) var schema = Verification.schema
    package let profile: String
    package let compliant: Int
    package let failing: Int
    package private(set) var tally = Tally()
    /// Hidden files and what systems leave behind in folders: nobody looked at them.
    package let ignored: Int
    package let files: [File]
    /// Links that were not followed, and special files.
    package let skipped: [Skipped]
    private let namesAreMadeUp: Bool

    private enum CodingKeys: CodingKey {
        case schema, profile, compliant, failing, tally, ignored, files, skipped
    }

    package init(
        _ files: [File], skipped: [Skipped] = [], ignored: Int = 0, profile: Profile
    ) {
        let namesAreMadeUp = files.contains { !$0.path.hasSuffix($0.file) }
        self.namesAreMadeUp = namesAreMadeUp
        self.files =
            namesAreMadeUp ? files.sorted { ($0.path, $0.file) < ($1.path, $1.file) } : files
        self.skipped = skipped
        self.ignored = ignored
        self.profile = profile.name
        compliant = files.count(where: \.compliant)
        failing = files.count - compliant
        for finding in files.flatMap(\.findings) { tally.add(finding) }
    }

    package var isCompliant: Bool { failing == 0 }

    /// What people know a file by: its name in the folder that was named, or its path where several of them were
    /// and names had to be made up.
    package func shownName(of file: File) -> String { namesAreMadeUp ? file.path : file.file }

    /// JSON in UTF-8, keys sorted, with a newline at the end.
    package func encoded() throws -> [UInt8] {
        try JSONText.encoded(self)
    }
}

extension Verification.Tally {
    fileprivate mutating func add(_ finding: Verification.Finding) {
        switch (finding.state, finding.severity) {
        case (.suppressed, _): suppressed += 1
        case (.known, _): known += 1
        case (nil, .error): errors += 1
        case (nil, .warning): warnings += 1
        case (nil, .advice): advice += 1
        }
    }
}
