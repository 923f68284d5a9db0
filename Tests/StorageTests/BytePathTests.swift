import Storage
import Testing

struct BytePathTests {
    @Test(arguments: [
        ("a/b/hero.png", "hero.png", "a/b", "hero", "png"),
        ("hero.png", "hero.png", "", "hero", "png"),
        ("/hero", "hero", "/", "hero", ""),
        ("/a/b/", "b", "/a", "b", ""),
        ("a//./b.tar.gz", "b.tar.gz", "a", "b.tar", "gz"),
        (".hidden", ".hidden", "", ".hidden", ""),
        (".hidden.jpg", ".hidden.jpg", "", ".hidden", "jpg"),
        ("dot.", "dot.", "", "dot.", ""),
        ("a.d/b", "b", "a.d", "b", ""),
        ("..", "..", "", "..", ""),
        ("/", "", "/", "", ""),
        ("", "", "", "", ""),
    ])
    func partsOfAPath(
        path: BytePath, last: BytePath, parent: BytePath, stem: BytePath, fileExtension: BytePath
    ) {
        #expect(path.lastComponent == last)
        #expect(path.parent == parent)
        #expect(path.stem == stem)
        #expect(path.fileExtension == fileExtension)
    }

    @Test(arguments: [
        ("a", "b", "a/b"), ("a/", "b", "a/b"), ("a", "/b", "a/b"), ("", "b", "b"),
        ("", "/b", "/b"), ("/", "b", "/b"), ("a/b", "c/d", "a/b/c/d"), ("a", "", "a"),
    ])
    func appendingPutsOneSlashBetween(base: BytePath, inner: BytePath, whole: BytePath) {
        #expect(base.appending(inner) == whole)
        #expect(base.appending(inner.text) == whole)
    }

    @Test func suffixIsAddedToTheLastName() {
        #expect(BytePath("a/hero").appending(suffix: ".jpg") == "a/hero.jpg")
    }

    @Test func componentsAreTheNames() {
        #expect(BytePath("/a//b/./c/../").components == ["a", "b", "c", ".."])
        #expect(BytePath("").components.isEmpty)
        #expect(BytePath("/a").isAbsolute)
        #expect(!BytePath("a").isAbsolute)
    }

    @Test(
        arguments: [
            ([0x61, 0xff, 0x62], "a%FFb"),
            ([0x63, 0x61, 0x66, 0xc3, 0xa9], "café"),
            ([0x63, 0x61, 0x66, 0xe9], "caf%E9"),
            ([0xe2, 0x82], "%E2%82"),
            ([0xe2, 0x82, 0x61], "%E2%82a"),
            ([0xc3, 0xc3, 0xa9], "%C3é"),
            ([0xff, 0xf0, 0x9f, 0x98, 0x80, 0x80], "%FF😀%80"),
            ([0xff, 0xe2, 0x82, 0xac, 0x31], "%FF€1"),
            // Overlong, a surrogate, beyond Unicode.
            ([0xc0, 0xaf], "%C0%AF"),
            ([0xed, 0xa0, 0x80], "%ED%A0%80"),
            ([0xf4, 0x90, 0x80, 0x80], "%F4%90%80%80"),
            ([0x0a, 0x25, 0x34, 0x31, 0xfe, 0x1b], "\n%41%FE\u{1b}"),
            ([], ""),
        ] as [([UInt8], String)])
    func textKeepsUnicodeAndShowsOtherBytes(bytes: [UInt8], text: String) {
        #expect(BytePath(bytes: bytes).text == text)
    }

    @Test func textOfADecomposedNameIsNotComposed() {
        let name = BytePath("e\u{301}.png")
        #expect(Array(name.text.utf8) == name.bytes)
        #expect(name != "é.png")
    }

    @Test func pathsAreOrderedByBytes() {
        let paths: [BytePath] = ["b", "a/b", "é", "a", "B", "a!b", "", "a/b/c"]
        let sorted = (paths + [BytePath(bytes: [0xff]), BytePath(bytes: [0x80])]).sorted()
        #expect(
            sorted.map(\.text) == ["", "B", "a", "a!b", "a/b", "a/b/c", "b", "%80", "é", "%FF"])
    }
}
