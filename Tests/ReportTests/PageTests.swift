import AttachmentRules
import Foundation
import Preparation
import Report
import Storage
import TestSupport
import Testing

/// The page's text: what it shows, and what it never lets through.
struct PageTests {
    private func page(_ assets: [Asset], sources: [String: PageSource] = [:]) throws -> String {
        String(
            decoding: Page(try Batch.manifest(assets), encodes: [:], sources: sources).encoded(),
            as: UTF8.self)
    }

    private static let hostile = [
        "<script>alert(1)</script>", "</style><b>", "\" onload=\"alert(1)", "' onload='alert(1)",
        "</script><img>", "&lt;", "a\u{2028}b\u{2029}c\u{202E}d\u{0}e\n",
    ]

    @Test(arguments: hostile) func noTextIsMarkup(_ text: String) throws {
        let finding = Finding(rule: text, severity: .warning, message: text)
        var asset = Batch.prepared(text, file: text, findings: [finding])
        asset.attachment?.type = text
        asset.attachment?.mime = text
        let refused = Asset(
            source: text, sourceSHA256: nil, sourceBytes: 0, reason: Reason(.corrupt, text),
            findings: [finding])
        let plain = try page([
            Batch.prepared(
                "x", file: "x",
                findings: [Finding(rule: "x", severity: .warning, message: "x")]),
            Asset(
                source: "x", sourceSHA256: nil, sourceBytes: 0, reason: Reason(.corrupt, "x"),
                findings: [Finding(rule: "x", severity: .warning, message: "x")]),
        ])
        let html = try page([asset, refused])
        // As many tags and attributes as with harmless texts.
        for mark in ["<", ">", "\"", "'"] {
            #expect(html.count { String($0) == mark } == plain.count { String($0) == mark })
        }
        for scalar in ["\u{2028}", "\u{2029}", "\u{202E}", "\u{0}"] {
            #expect(!html.unicodeScalars.contains(Unicode.Scalar(scalar)!))
        }
    }

    @Test(arguments: [AttachmentKind.video, .audio])
    func aPlayerIsNamed(_ kind: AttachmentKind) throws {
        let html = try page([Batch.prepared("\"a\" <b>", file: "a", kind)])
        #expect(html.contains(" aria-label=\"The attachment of &quot;a&quot; &lt;b&gt;\"></"))
    }

    @Test func linksStayBelowThePage() throws {
        let html = try page([
            Batch.prepared("a", file: "javascript:alert(1)//a.jpg"),
            Batch.prepared("b", file: "caf\u{E9} #1?.jpg"),
            Batch.prepared("c", file: "//host/x.jpg"),
        ])
        #expect(html.contains("src=\"./javascript%3Aalert%281%29//a.jpg\""))
        #expect(html.contains("src=\"./caf%C3%A9%20%231%3F.jpg\""))
        #expect(html.contains("src=\".///host/x.jpg\""))
    }

    @Test func thePolicyKnowsScriptAndStyleByTheirDigests() throws {
        let html = try page([Batch.prepared("a", file: "a.jpg")])
        for (tag, directive) in [("script", "script-src"), ("style", "style-src")] {
            let start = try #require(html.range(of: "<\(tag)>")).upperBound
            let end = try #require(html.range(of: "</\(tag)>")).lowerBound
            let digest = SHA256Digest.of(Array(html[start..<end].utf8)).bytes
            let name = "'sha256-\(Data(digest).base64EncodedString())'"
            #expect(html.contains("\(directive) \(name);"))
        }
        #expect(html.contains("default-src 'none'; "))
        #expect(!html.contains("http:") || !html.contains("src=\"http"))
        #expect(!html.contains(" style=\""))
    }

    @Test func whatWasSavedCountsPreparedAssetsOnly() throws {
        var prepared = Batch.prepared("a", file: "a.jpg")
        prepared.sourceBytes = 1_000_000
        prepared.attachment?.bytes = 250_000
        let refused = Asset(
            source: "b", sourceSHA256: nil, sourceBytes: 5_000_000, reason: Reason(.corrupt, ""))
        let html = try page([prepared, refused])
        #expect(html.contains("<b>750.0 kB</b> <span>saved (−75 %)</span>"))
        #expect(html.contains("<b>6.0 MB</b> <span>of sources</span>"))
    }

    @Test func aLargerAttachmentSavesNothing() throws {
        var asset = Batch.prepared("a", file: "a.jpg")
        asset.sourceBytes = 100_000
        asset.attachment?.bytes = 150_000
        let html = try page([asset])
        #expect(html.contains("<b>50.0 kB</b> <span>more than their sources (+50 %)</span>"))
        #expect(html.contains("<span class=\"saving more\">+50 %</span>"))
    }

    /// Of what is not taken the message says it already.
    @Test(arguments: ReasonCode.allCases.filter { $0 != .unsupported })
    func everyReasonComesWithWhatToDo(_ code: ReasonCode) throws {
        let html = try page([
            Asset(source: "a", sourceSHA256: nil, sourceBytes: 1, reason: Reason(code, "why"))
        ])
        #expect(html.contains("<b>\(code.rawValue)</b>: why</p>"))
        let remedy = try #require(html.range(of: "<p class=\"remedy\">"))
        #expect(html[remedy.upperBound...].prefix(1) != "<")
    }

    @Test func theSquareIsARuleOfTheStyleSheet() throws {
        var asset = Batch.prepared("a", file: "a.jpg")
        asset.attachment?.thumbnailClippingRect = ThumbnailClippingRect(
            x: 0.25, y: 0, width: 0.5, height: 1)
        let html = try page([asset, asset])
        let rule =
            ".collapsed .c-25000-0-50000-100000>*{width:200%;height:100%;left:-50%;top:0%}"
        #expect(html.components(separatedBy: rule).count == 2)
        #expect(html.components(separatedBy: "class=\"thumb c-25000-0-50000-100000\"").count == 3)
    }

    @Test(arguments: [
        ThumbnailClippingRect(x: 0, y: 0, width: 0, height: 1),
        ThumbnailClippingRect(x: .nan, y: 0, width: 1, height: 1),
        ThumbnailClippingRect(x: 0.6, y: 0, width: 0.5, height: .infinity),
    ]) func aRectangleOutOfThePictureIsLeftOut(_ rectangle: ThumbnailClippingRect) throws {
        var asset = Batch.prepared("a", file: "a.jpg")
        asset.attachment?.thumbnailClippingRect = rectangle
        #expect(try page([asset]).contains("class=\"thumb\"><img"))
    }

    @Test func joinersOfEmojiAndScriptsStay() throws {
        let name = "\u{1F469}\u{200D}\u{1F467} \u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{200B}.jpg"
        let html = try page([Batch.prepared(name, file: "a.jpg")])
        #expect(
            html.contains(
                "\u{1F469}\u{200D}\u{1F467} \u{645}\u{6CC}\u{200C}\u{62E}\u{648}\\u{200b}.jpg"))
    }

    @Test func aSavingOfNextToNothingIsToldInWords() throws {
        var asset = Batch.prepared("a", file: "a.jpg")
        asset.sourceBytes = 1_000_000
        asset.attachment?.bytes = 999_000
        let html = try page([asset])
        #expect(html.contains("<span class=\"saving\">less than 1 % smaller</span>"))
        #expect(html.contains("<span>saved (less than 1 % smaller)</span>"))
    }
}
