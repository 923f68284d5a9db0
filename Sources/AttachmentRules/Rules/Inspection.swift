/// One file held against all rules.
struct Inspection {
    let facts: Facts
    let profile: Profile
    let isStrict: Bool
    private(set) var findings: [Finding] = []

    init(facts: Facts, profile: Profile, isStrict: Bool) {
        self.facts = facts
        self.profile = profile
        self.isStrict = isStrict
    }

    mutating func run(fileExtension: String) {
        for finding in facts.findings { passOn(finding) }
        guard facts.bytes > 0, facts.type != .empty else {
            report(.empty, "the file is empty")
            return
        }
        guard let type = facts.attachmentType, profile.takes(type) else {
            reportType()
            return
        }
        check(fileExtension, against: type)
        checkBytes(type.kind)
        if type.kind == .image || type.kind == .animation {
            checkPicture(type)
        } else {
            checkClip(type)
        }
        checkAdvice(type.kind)
    }

    /// In the order of the rule book; advice and what no rule knows last.
    var ordered: [Finding] {
        var places: [String: Int] = [:]
        for (place, id) in RuleID.allCases.enumerated() { places[id.rawValue] = place }
        return findings.enumerated().sorted { first, second in
            let a = places[first.element.rule] ?? places.count
            let b = places[second.element.rule] ?? places.count
            return (a, first.offset) < (b, second.offset)
        }.map(\.element)
    }

    mutating func report(_ rule: RuleID, _ message: String, severity: Severity? = nil) {
        let severity = severity ?? (isStrict ? rule.strictSeverity : rule.severity)
        add(Finding(rule: rule.rawValue, severity: severity, message: message))
    }

    /// Reports a rule whose severity depends: an error in any case on an output.
    mutating func report(_ rule: RuleID, onStrangers severity: Severity, _ message: String) {
        report(rule, message, severity: isStrict ? .error : severity)
    }

    func has(_ rule: RuleID) -> Bool {
        findings.contains { $0.rule == rule.rawValue }
    }

    private mutating func add(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    private mutating func passOn(_ finding: Finding) {
        var finding = finding
        if isStrict, let rule = RuleID(rawValue: finding.rule), rule.strictSeverity == .error {
            finding.severity = .error
        }
        add(finding)
    }

    private mutating func reportType() {
        let name = facts.type.displayName
        if let refusal = facts.kind.flatMap(profile.refusal) {
            report(.type, "\(name) is \(refusal)")
            return
        }
        let fault = "\(name) is no type for \(profile.subject)"
        if let advice = profile.exportAdvice(for: facts.type) {
            report(.type, "\(fault): \(advice)")
            return
        }
        let kinds = facts.kind.map { [$0] } ?? profile.kinds
        let types = kinds.flatMap { profile.types(of: $0)?.value ?? [] }.map(\.displayName)
        let role = facts.kind.map { "as \($0.phrase) " } ?? ""
        report(.type, "\(fault): \(role)the system takes \(types.joined(separator: ", "))")
    }

    private mutating func check(_ fileExtension: String, against type: AttachmentType) {
        // Where nobody has looked inside, ISO media may be video or sound.
        let isOpen = facts.type.isISOMedia && facts.clip == nil
        let accepted = isOpen ? ["mp4", "m4a"] : type.acceptedExtensions
        let name = type.mediaType.displayName
        let wanted = accepted.map { ".\($0)" }.joined(separator: " or ")
        guard !fileExtension.isEmpty else {
            report(
                .fileExtension,
                "no extension, by which the system tells the type; \(name) needs \(wanted)")
            return
        }
        guard !accepted.contains(fileExtension.lowercased()) else { return }
        let isPicture = AttachmentType(fileExtension: fileExtension)?.mediaType.isPicture ?? false
        report(
            .fileExtension, onStrangers: isPicture && type.mediaType.isPicture ? .warning : .error,
            "the content is \(name), but the extension is .\(fileExtension); "
                + "it should be \(wanted)")
    }

    private mutating func checkBytes(_ kind: AttachmentKind) {
        if let limit = profile.maxBytes(of: kind)?.value, facts.bytes > limit {
            report(.bytes, "\(facts.bytes.grouped) bytes, at most \(limit.grouped)")
        }
    }

    private mutating func checkAdvice(_ kind: AttachmentKind) {
        let width = facts.picture?.width ?? facts.clip?.video?.width
        for advice in profile.advice where advice.kind == kind {
            var faults: [String] = []
            if let most = advice.maxBytes, facts.bytes > most {
                faults.append("\(facts.bytes.grouped) bytes")
            }
            if let width, width < advice.minWidth ?? 0 || width > advice.maxWidth ?? .max {
                faults.append("\(width.grouped) pixels wide")
            }
            guard !faults.isEmpty else { continue }
            let message =
                "\(faults.joined(separator: ", ")); \(advice.vendor) recommends \(advice.limits)"
            add(Finding(rule: advice.id, severity: .advice, message: message))
        }
    }
}
