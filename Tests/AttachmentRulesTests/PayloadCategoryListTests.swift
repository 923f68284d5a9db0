import Testing

@testable import AttachmentRules

/// Lists of an app's categories.
@Suite struct PayloadCategoryListTests {
    @Test(
        arguments: [
            (#"["A","B"]"#, ["A", "B"]), (#"[{"identifier":"A"},"B"]"#, ["A", "B"]),
            (#"{"categories":[{"identifier":"A","actions":[{},{}],"options":1}]}"#, ["A"]),
        ])
    func eachFormIsRead(text: String, identifiers: [String]) throws {
        let list = try CategoryList(Array(text.utf8))
        #expect(list.categories.map(\.identifier) == identifiers)
        #expect(list.identifiers == Set(identifiers) && list.findings == [])
    }

    @Test(
        arguments: [
            ("", .json(.syntax)), ("{}", .noArray), ("1", .noArray),
            (#"{"categories":{}}"#, .noArray), ("[]", .empty), (#"{"categories":[]}"#, .empty),
            (#"["A",1]"#, .noIdentifier(1)), (#"[""]"#, .noIdentifier(0)),
            (#"[{"id":"A"}]"#, .noIdentifier(0)), (#"[{"identifier":1}]"#, .noIdentifier(0)),
            (#"[{"identifier":"A","actions":2}]"#, .actions(0)),
            (#"["A",{"identifier":"A"}]"#, .repeated("A")),
        ] as [(String, CategoryList.Fault)])
    func whatIsNoListIsRefused(text: String, fault: CategoryList.Fault) {
        #expect(throws: fault) { try CategoryList(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            (2, []), (3, ["payload-category-banner"]), (10, ["payload-category-banner"]),
            (11, ["payload-category-actions"]),
        ])
    func actionsAreCounted(count: Int, found: [String]) throws {
        let actions = Array(repeating: "{}", count: count).joined(separator: ",")
        let list = try CategoryList(Array(#"[{"identifier":"A","actions":[\#(actions)]}]"#.utf8))
        #expect(list.findings.map(\.rule) == found)
    }
}
