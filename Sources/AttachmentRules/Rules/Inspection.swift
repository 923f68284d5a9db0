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

    /// Reports that a limit of the profile is broken.
    mutating func report<Value>(_ rule: RuleID, by limit: Limit<Value>?, _ message: String) {
        let isAdvice = limit?.basis == .advice && !isStrict
        let severity = isStrict ? rule.strictSeverity : isAdvice ? .advice : rule.severity
        add(
            Finding(
                rule: rule.rawValue, severity: severity, message: message,
                profile: profile.parts.count > 1 ? limit?.profile : nil))
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
        let limit = facts.kind.flatMap { profile.types(of: $0) }
        if let refusal = facts.kind.flatMap(profile.refusal) {
            let whose = facts.kind.flatMap { profile.refusedBy?[$0.rawValue] }
            add(
                Finding(
                    rule: RuleID.type.rawValue, severity: .error, message: "\(name) is \(refusal)",
                    profile: whose))
            return
        }
        let fault = "\(name) is no type for \(profile.subject)"
        if let advice = profile.exportAdvice(for: facts.type) {
            report(.type, by: limit, "\(fault): \(advice)")
            return
        }
        let kinds = facts.kind.map { [$0] } ?? profile.kinds
        let types = kinds.flatMap { profile.types(of: $0)?.value ?? [] }.map(\.displayName)
        let role = facts.kind.map { "as \($0.phrase) " } ?? ""
        report(
            .type, by: limit,
            "\(fault): \(role)the system takes \(types.joined(separator: ", "))")
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
        report(
            .fileExtension,
            onStrangers: type.isShown(asExtension: fileExtension) ? .warning : .error,
            "the content is \(name), but the extension is .\(fileExtension); "
                + "it should be \(wanted)")
    }

    private mutating func checkBytes(_ kind: AttachmentKind) {
        if let limit = profile.maxBytes(of: kind), facts.bytes > limit.value {
            report(
                .bytes, by: limit, "\(facts.bytes.grouped) bytes, at most \(limit.value.grouped)")
        }
    }

    private mutating func checkAdvice(_ kind: AttachmentKind) {
        let picture = facts.picture.map { (width: $0.width, height: $0.height) }
        let size = picture ?? facts.clip?.video.map { (width: $0.width, height: $0.height) }
        for advice in profile.advice where advice.kind == kind {
            let faults = advice.faults(bytes: facts.bytes, size: size)
            guard !faults.isEmpty else { continue }
            let message =
                "\(faults.joined(separator: ", ")); \(advice.vendor) recommends \(advice.limits)"
            add(
                Finding(
                    rule: advice.id, severity: .advice, message: message,
                    profile: profile.parts.count > 1 ? advice.profile : nil))
        }
    }
}
