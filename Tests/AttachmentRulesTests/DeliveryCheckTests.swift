import AttachmentRules
import Testing

@Suite struct DeliveryCheckTests {
    /// A JPEG that came as it should.
    private func good(_ name: String = "photo.jpg") -> DeliveryFacts {
        var facts = DeliveryFacts(url: "https://host/\(name)")
        facts.hops = [.init(address: facts.url, name: name, status: 200)]
        facts.contentType = "image/jpeg"
        facts.contentLength = 10_000
        facts.bytes = 10_000
        return facts
    }

    private func findings(_ facts: DeliveryFacts, _ type: AttachmentType? = .jpeg) -> [String] {
        DeliveryCheck.findings(for: facts, type: type).map {
            "\($0.rule) \($0.severity.rawValue)"
        }
    }

    @Test func goodDeliveryBreaksNoRule() {
        #expect(findings(good()).isEmpty)
        #expect(findings(good("a/PHOTO.JPEG")).isEmpty)
    }

    @Test(arguments: [
        ("image/jpeg", []), ("IMAGE/JPEG; charset=binary", []), (" image/jpeg ", []),
        ("image/jpg", ["url-content-type warning"]),
        ("application/octet-stream", ["url-content-type warning"]),
        (nil, ["url-content-type warning"]), ("", ["url-content-type warning"]),
        ("jpeg", ["url-content-type warning"]),
        ("text/html", ["url-content-type error"]),
        ("video/mp4", ["url-content-type error", "url-extension warning"]),
        ("image/png", ["url-content-type warning", "url-extension warning"]),
        ("image/webp", ["url-content-type warning"]),
    ])
    func contentTypeIsHeldAgainstTheBytes(_ header: String?, _ wanted: [String]) {
        var facts = good()
        facts.contentType = header
        #expect(findings(facts) == wanted)
    }

    @Test(arguments: AttachmentType.all) func ownTypeIsTheRightOne(_ type: AttachmentType) {
        var facts = good("file." + type.fileExtension)
        facts.contentType = type.mime
        #expect(findings(facts, type).isEmpty)
    }

    @Test(arguments: [
        ("audio/x-m4a", AttachmentType.m4a), ("audio/x-wav", .wav), ("audio/vnd.wave", .wav),
        ("audio/x-aiff", .aiff),
    ])
    func otherNameThatAppleUsesIsRight(_ mime: String, _ type: AttachmentType) {
        var facts = good("file." + type.fileExtension)
        facts.contentType = mime
        #expect(findings(facts, type).isEmpty)
    }

    @Test func soundCalledVideoIsAnError() {
        var facts = good("song.m4a")
        facts.contentType = "video/mp4"
        #expect(findings(facts, .m4a).contains("url-content-type error"))
    }

    @Test(arguments: [
        // The path's name, the Content-Type, the disposition, and what comes of it.
        ("photo", "image/jpeg", nil, "warning"), ("photo", nil, nil, "error"),
        ("", nil, nil, "error"), ("", "image/jpeg", nil, "warning"),
        ("photo.php", "image/jpeg", nil, "warning"), ("photo.php", nil, nil, "error"),
        ("photo.mp4", "video/mp4", nil, "error"), (".jpg", nil, nil, "error"),
        ("photo", nil, "attachment; filename=\"a;b.jpg\"", "warning"),
        ("photo", nil, "attachment; filename*=UTF-8''caf%C3%A9.jpg", "warning"),
        ("photo", nil, "attachment; FILENAME = ../x/a.jpg ", "warning"),
        ("photo.jpg", nil, "inline; filename=photo.bin", "warning"),
        ("photo.jpg", "image/jpeg", "inline; filename=photo.bin", nil),
        ("photo.jpg", nil, "inline", nil), ("photo.jpg", nil, "inline; filename=", nil),
        ("photo.jpg", nil, nil, nil), ("photo", nil, "attachment; filename=\"a.jp", "error"),
        // As a file on a disk, which is shown under another picture's name.
        ("photo.png", "image/png", nil, "warning"), ("photo.png", nil, nil, "warning"),
        ("photo.gif", "video/mp4", nil, "warning"), ("photo", "image/png", nil, "warning"),
    ])
    func typeHasToBeToldByAName(
        _ name: String, _ mime: String?, _ disposition: String?, _ wanted: String?
    ) {
        var facts = good(name)
        facts.contentType = mime
        facts.contentDisposition = disposition
        let found = DeliveryCheck.findings(for: facts, type: .jpeg)
            .first { $0.rule == "url-extension" }
        #expect(found?.severity.rawValue == wanted)
    }

    @Test func nameBehindARedirectIsTheOneSuggested() {
        var facts = good("photo.jpg")
        facts.contentType = nil
        facts.hops.append(.init(address: "https://other/x", name: "x", status: 200))
        #expect(DeliveredName(facts).suggested == "x")
        #expect(DeliveredName(facts).inAddress == "photo.jpg")
        #expect(findings(facts).contains("url-extension warning"))
    }

    @Test func pathInADispositionIsItsLastName() {
        var facts = good()
        facts.contentDisposition = "inline; filename=\"../../etc\\\\a.jpg\""
        #expect(DeliveredName(facts).suggested == "a.jpg")
    }

    @Test func bytesOfNoAttachmentAreLeftToTheirOwnRules() {
        var facts = good("page.html")
        facts.contentType = "text/html"
        #expect(findings(facts, nil).isEmpty)
    }

    @Test func downloadTimeIsOfBytesAndBandwidth() {
        var facts = good()
        // 30 s at 0.4 Mbit/s, and 7.5 s at 1.6.
        facts.bytes = 1_500_000
        #expect(findings(facts) == ["url-download-time advice"])
        facts.bytes = 1_500_001
        #expect(findings(facts) == ["url-download-time warning"])
        facts.bytes = 6_000_001
        let found = DeliveryCheck.findings(for: facts, type: .jpeg)
        #expect(found.map(\.severity) == [.warning, .advice])
        #expect(found.first?.message.contains("120 s at 0.4 Mbit/s, 30 s at 1.6 Mbit/s") == true)
        #expect(
            DeliveryCheck.findings(for: facts, type: .jpeg, bandwidths: [1_000]).isEmpty)
    }

    @Test func timeThatItReallyTookCountsMoreThanAnEstimate() {
        var facts = good()
        facts.seconds = 10
        #expect(findings(facts).isEmpty)
        facts.seconds = 10.1
        #expect(findings(facts) == ["url-download-time advice"])
        facts.seconds = 57.44
        let found = DeliveryCheck.findings(for: facts, type: .jpeg, maxSeconds: 100)
        #expect(found.map(\.severity) == [.error])
        #expect(
            found.first?.message
                == "it came in 57.4 s: more than the 30 s that iOS gives an extension")
    }

    @Test func estimatesAreHeldAgainstTheTimeThatWasGiven() {
        var facts = good()
        // 5.2 s at 0.4 Mbit/s.
        facts.bytes = 260_000
        func findings(within seconds: Double) -> [Finding] {
            DeliveryCheck.findings(for: facts, type: .jpeg, maxSeconds: seconds)
        }
        #expect(findings(within: 5.2).isEmpty)
        let found = findings(within: 5)
        #expect(found.map(\.severity) == [.warning])
        #expect(found.first?.message.contains("more than the 5 s that it was given") == true)
        // 30.4 s: a device has no more than iOS gives it, whatever is given here.
        facts.bytes = 1_520_000
        #expect(findings(within: 100).first?.severity == .warning)
    }

    @Test func longAddressIsAgainstAdvice() {
        var facts = good()
        facts.url = "https://host/".padded(to: 1_000)
        #expect(findings(facts).isEmpty)
        facts.url = facts.url.padded(to: 1_001)
        #expect(findings(facts) == ["url-length advice"])
    }

    @Test func whatAServerSaysIsShortened() {
        var facts = good()
        facts.contentType = "image/" + String(repeating: "x", count: 60_000)
        facts.contentDisposition = "inline; filename=" + String(repeating: "y", count: 60_000)
        for finding in DeliveryCheck.findings(for: facts, type: .png) {
            #expect(finding.message.count < 1_000)
        }
    }

    @Test func everyRuleIsListedOnce() {
        let rules = DeliveryRuleID.rules
        #expect(rules.map(\.id) == DeliveryRuleID.allCases.map(\.rawValue))
        #expect(Set(rules.map(\.id)).isDisjoint(with: RuleID.allCases.map(\.rawValue)))
        for (rule, id) in zip(rules, DeliveryRuleID.allCases) {
            #expect(!rule.summary.isEmpty && !id.remedy.isEmpty)
            #expect(rule.source == "PushMedia" || rule.source.hasPrefix("https://"))
            #expect((rule.basis == .own) == (rule.source == "PushMedia"))
        }
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: "a", count: count - self.count)
    }
}
