import Testing

@testable import AttachmentRules

/// Vendors' keys with values that their extensions make nothing of.
@Suite struct PayloadShapeTests {
    /// What is found in a payload with these members beside `aps`.
    private func findings(_ members: String, keys: Set<String> = []) -> [Finding] {
        let text = #"{"aps":{"alert":"a","mutable-content":1},\#(members)}"#
        return PayloadCheck.findings(
            for: Array(text.utf8), fileExtension: "json", mediaKeys: keys)
    }

    private func rules(_ members: String) -> [String] {
        findings(members).map { String($0.rule.dropFirst("payload-".count)) }
    }

    /// An address beside what is tried.
    private static let address = #","media-url":"https://a.b/c.jpg""#

    @Test(
        arguments: [
            (
                #""com.urbanairship.media_attachment":"https://a.b/c.jpg""#,
                "a string, not an object"
            ),
            (#""fcm_options":"https://a.b/c.jpg""#, "fcm_options is a string, not an object"),
            (#""com.batch":{"at":["https://a.b/c.jpg"]}"#, "com.batch.at is an array, not an obj"),
            (#""com.batch":null"#, "com.batch is null, not an object"),
            (#""os_data":5"#, "os_data is a number, not an object"),
            (#""os_data":{"att":"https://a.b/c.jpg"}"#, "os_data.att is a string, not an object"),
            (#""att":"https://a.b/c.jpg""#, "att is a string, not an object"),
            (#""ab":"https://a.b/c.jpg""#, "ab is a string, not an object"),
            (#""ab":["http://a.b/c.JPG"]"#, "ab is an array, not an object"),
            (#""ab":{"att":true}"#, "ab.att is true, not an object"),
            (#""a4sid":"https://a.b/c.jpg""#, "a4sid is a string, not an object"),
            (#""a4sid":{"urls":"https://a.b/c.jpg"}"#, "a4sid.urls is a string, not an array"),
            (#""itbl":"https://a.b/c.jpg""#, "itbl is a string, not an object"),
            (#""data":"https://a.b/c.jpg""#, "data is a string, not an object"),
            (#""body":"https://a.b/c.jpg""#, "body is a string, not an object"),
            (#""body":{"_richContent":"https://a.b/c.jpg"}"#, "body._richContent is a string, not"),
            (#""attachment":["https://a.b/c.jpg"]"#, "attachment is an array, not a string or an"),
        ])
    func whatHoldsAnAddressIsAnObject(member: String, message: String) {
        let found = findings(member)
        #expect(found.map(\.rule) == ["payload-types"])
        #expect(found.first?.message.contains(message) == true)
    }

    /// Words that are other apps' as well, with what no extension for media would have there.
    @Test(
        arguments: [
            #""body":"words""#, #""data":"https://a.b/offer""#, #""data":[1]"#, #""ab":"variant""#,
            #""a4sid":"1234""#, #""att":1"#, #""data":"https://a.b/other.png""#, #""itbl":{}"#,
            #""os_data":{"i":"x"}"#, #""attachment":{"id":1}"#, #""fcm_options":{"label":"x"}"#,
        ])
    func anAppsOwnDataAreLeftAlone(member: String) {
        #expect(rules(member + Self.address) == [])
    }

    @Test func anAppsOwnKeyIsNoVendors() {
        #expect(findings(#""itbl":"https://a.b/c.jpg""#, keys: ["itbl"]) == [])
    }

    @Test func anAddressUnderHalfAVendorsKeyNamesTheWholeOne() {
        let found = findings(#""data":"https://a.b/offer""#)
        #expect(
            found.map(\.message) == [
                #"an address lies under "data", where Amazon Pinpoint reads data.media-url"#
            ])
    }

    @Test(
        arguments: [
            (#""com.batch":{"at":{"t":"image/png"}}"#, "there is no com.batch.at.u, the address"),
            (
                #""ab":{"att":{"type":"jpg"}}"#,
                "ab.att.type tells a type, but there is no ab.att.url"
            ),
            (#""attachment":{"content-type":"jpeg"}"#, "there is no attachment.url, the address"),
            (#""ct_mediaType":"image""#, "ct_mediaType tells a type, but there is no ct_mediaUrl"),
            (#""rich-media-type":"jpeg""#, "there is no rich-media, the address"),
            (#""ab":{"att":{}}"#, "ab.att holds no address"),
            (#""a4sid":{"options":{}}"#, "a4sid holds no address"),
            (#""a4sid":{"urls":[]}"#, "a4sid holds no address"),
            (#""os_data":{"att":{}}"#, "os_data.att holds no address"),
            (#""body":{"_richContent":{"gif":"x"}}"#, "body._richContent holds no address"),
        ])
    func attachmentWithoutAnAddressIsNoticed(member: String, message: String) {
        for member in [member, member + Self.address] {
            let found = findings(member)
            #expect(found.map(\.rule) == ["payload-media-key"])
            #expect(found.first?.message.contains(message) == true)
        }
    }

    @Test(
        arguments: [
            #""_mediaAlt":5"#, #""Simulator Target Bundle":5"#, #""rich-media-type":5"#,
            #""a4sid":{"url":"https://a.b/c.jpg","options":[]}"#,
            #""a4sid":{"url":"https://a.b/c.jpg","options":{"hidden":1}}"#,
            #""a4sid":{"url":"https://a.b/c.jpg","content":"words"}"#,
            #""a4sid":{"url":"https://a.b/c.jpg","content":{"title":1}}"#,
            #""a4sid":{"url":"https://a.b/c.jpg","thumbnail_id":1}"#,
            #""a4sid":{"url":"https://a.b/c.jpg","urls":["https://a.b/c.jpg"]}"#,
        ])
    func whatBelongsToAnAddressHasItsType(member: String) {
        #expect(rules(member + Self.address).contains("types"))
    }

    @Test(
        arguments: [
            (#"{"X":0.25,"Y":0.25,"Width":0.5,"Height":0.5}"#, []),
            (#"{"X":0.1234,"Y":0,"Width":0.8766,"Height":1}"#, []),
            (#"{"X":0.5,"Y":0,"Width":0.6,"Height":1}"#, ["clipping-rect"]),
            (#"{"X":0,"Y":0,"Width":1}"#, ["clipping-rect"]),
            (#"{"x":0,"y":0,"width":1,"height":1}"#, ["clipping-rect"]),
            (#"{"X":"0","Y":0,"Width":1,"Height":1}"#, ["clipping-rect"]),
            (#"{"X":true,"Y":0,"Width":1,"Height":1}"#, ["clipping-rect"]),
            (#"{"X":-0.1,"Y":0,"Width":1,"Height":1}"#, ["clipping-rect"]),
            (#"{"X":0,"Y":0,"Width":0,"Height":1}"#, ["clipping-rect"]),
            (#""{{0, 0}, {1, 1}}""#, ["clipping-rect"]),
        ])
    func squaresLieInsideThePicture(rect: String, found: [String]) {
        #expect(
            rules(#""media-url":"https://a.b/c.jpg","media-clipping-rect":\#(rect)"#) == found)
    }

    @Test(
        arguments: [
            (#"{"crop":{"x":0,"y":0,"width":1,"height":1},"time":15.0,"hidden":false}"#, []),
            (#"{"crop":{"X":0,"Y":0,"Width":1,"Height":1}}"#, ["clipping-rect"]),
            (#"{"time":-1}"#, ["thumbnail-time"]), (#"{"time":"1"}"#, ["thumbnail-time"]),
        ])
    func airshipsOptionsAreChecked(options: String, found: [String]) {
        for key in ["com.urbanairship.media_attachment", "a4sid"] {
            #expect(
                rules(#""\#(key)":{"url":"https://a.b/c.mp4","options":\#(options)}"#) == found)
        }
    }
}
