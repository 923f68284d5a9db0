import Testing

@testable import AttachmentRules

/// Addresses that a device fetches from, and those that it does not.
@Suite struct PayloadURLTests {
    @Test(
        arguments: [
            ("https://example.com/a/hero.jpg", "jpg"), ("HTTPS://example.com/hero.JPG", "jpg"),
            ("https://example.com:8443/hero.mp4?x=a.png#b.gif", "mp4"),
            ("https://example.com", ""), ("https://example.com/", ""),
            ("https://example.com/.jpg", ""), ("https://example.com/a.jpg/", ""),
            ("https://example.com/a.b/hero", ""), ("https://[2001:db8::1]/a.png", "png"),
            ("https://192.0.2.1/a.png", "png"), ("https://172.32.0.1/a.png", "png"),
            ("https://10.example.com/a.png", "png"), ("https://local.example.com/a.gif", "gif"),
            ("https://example.com/h%C3%A9ro.gif", "gif"),
            ("https://example.com/a@b.gif", "gif"), ("https://example.com?file=hero.jpg", ""),
        ])
    func isTaken(text: String, fileExtension: String) throws {
        let url = try MediaURL(text)
        #expect(url.text == text && url.fileExtension == fileExtension)
    }

    @Test(
        arguments: [
            ("https://localhost/a.jpg", .privateHost), ("https://a.local:80/a", .privateHost),
            ("https://10.0.0.1/a", .privateHost), ("https://172.31.0.1/a", .privateHost),
            ("https://192.168.1.2/a.jpg", .privateHost), ("https://127.1.2.3/", .privateHost),
            ("https://[::1]/a.jpg", .privateHost), ("https://[fd00::1]/a", .privateHost),
            ("http://example.com/a.jpg", .notEncrypted), ("", .notAbsolute),
            ("example.com/a.jpg", .notAbsolute), ("/a.jpg", .notAbsolute),
            ("//example.com/a.jpg", .notAbsolute), ("https:/a.jpg", .notAbsolute),
            ("https:a.jpg", .notAbsolute), ("1https://a/b", .notAbsolute),
            ("ftp://example.com/a.jpg", .otherScheme("ftp")),
            ("file:///a.jpg", .otherScheme("file")), ("data:image/png,", .otherScheme("data")),
            ("https://user:word@example.com/a.jpg", .credentials),
            ("https://user@example.com/a.jpg", .credentials), ("https:///a.jpg", .host),
            ("https://:80/a.jpg", .host), ("https://example.com:/a.jpg", .host),
            ("https://example.com:0/a.jpg", .host), ("https://example.com:99999/a.jpg", .host),
            ("https://exam!ple.com/a.jpg", .host), ("https://[::1/a.jpg", .host),
            ("https://example.com/a b.jpg", .character(" ")),
            ("https://example.com/é.jpg", .character("é")),
            ("https://example.com/a\n.jpg", .character("\n")),
            ("https://example.com/{id}.jpg", .character("{")),
            ("https://example.com/100%.jpg", .percent), ("https://example.com/%4", .percent),
        ] as [(String, MediaURL.Fault)])
    func isRefused(text: String, fault: MediaURL.Fault) {
        #expect(throws: fault) { try MediaURL(text) }
    }
}
