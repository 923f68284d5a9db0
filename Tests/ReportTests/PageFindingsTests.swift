import AttachmentRules
import Preparation
import Report
import Testing

/// Whether a finding is called the source's alone, or the attachment's as well.
struct PageFindingsTests {
    private func page(
        _ rule: RuleID, _ action: Asset.Action, mime: String = "image/jpeg"
    ) throws -> String {
        let finding = Finding(rule: rule.rawValue, severity: .warning, message: "why")
        var asset = Batch.prepared("a", file: "a", findings: [finding])
        asset.action = action
        asset.attachment?.mime = mime
        return String(
            decoding: Page(try Batch.manifest([asset]), encodes: [:]).encoded(), as: UTF8.self)
    }

    @Test(arguments: [
        (RuleID.privateMetadata, Asset.Action.remux), (.orientation, .encode),
        (.colourProfile, .encode), (.fileExtension, .keep), (.gifColourIndex, .encode),
    ]) func whatWasMendedIsTheSourcesAlone(_ rule: RuleID, _ action: Asset.Action) throws {
        let html = try page(rule, action)
        #expect(
            html.contains(
                "<li class=\"warning mended\"><b>in the source only</b> <code>\(rule.rawValue)</code>"
            ))
        #expect(!html.contains("the attachment has it, too"))
    }

    @Test(arguments: [
        (RuleID.gifLoopFinite, Asset.Action.encode), (.gifDecodedMemory, .keep),
        (.gifFirstFramePartial, .remux),
    ]) func whatStaysComesWithWhatToDo(_ rule: RuleID, _ action: Asset.Action) throws {
        let html = try page(rule, action, mime: "image/gif")
        #expect(html.contains("<li class=\"warning\"><b>warning</b>"))
        #expect(html.contains("why; the attachment has it, too<p class=\"remedy\">export it"))
        #expect(!html.contains("let pushmedia prepare"))
    }

    @Test(arguments: [RuleID.damaged, .duration, .type])
    func whatWasLostIsCalledNeither(_ rule: RuleID) throws {
        let html = try page(rule, .encode)
        #expect(html.contains("<li class=\"warning\"><b>warning</b>"))
        #expect(!html.contains("the attachment has it, too"))
    }
}
