import HTTP
import Testing

@Suite struct WebAddressTests {
    @Test func partsAreThoseOfTheAddress() throws {
        let address = try #require(
            WebAddress("HTTPS://id:secret@host.example:8443/a/b.jpg?key=1#c"))
        #expect(address.scheme == "https")
        #expect(address.host == "host.example")
        #expect(address.path == "/a/b.jpg")
        #expect(address.hasCredentials)
        #expect(address.text == "https://host.example:8443/a/b.jpg?key=1")
        #expect(address.shown == "https://host.example:8443/a/b.jpg")
    }

    @Test(arguments: [
        "", "photo.jpg", "/photo.jpg", "https://", "https:///photo.jpg", "https://host/a b",
        "https://host/ä", "https://host/\r\nX: y", "https://ho\u{0}st/", "https://host:99999/",
    ])
    func whatIsNoAddressIsRefused(_ text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        ("/b.jpg", "https://host/b.jpg"), ("b.jpg", "https://host/a/b.jpg"),
        ("//other/b.jpg", "https://other/b.jpg"), ("http://other/", "http://other/"),
        ("file:///etc/passwd", nil), ("?c=d", "https://host/a/c?c=d"), ("", nil),
    ])
    func redirectLeadsOnFromTheAddress(_ location: String, _ text: String?) throws {
        let address = try #require(WebAddress("https://host/a/c?d=e"))
        #expect(address.following(location)?.text == text)
    }

    @Test func passwordOfARedirectIsNoticed() throws {
        let address = try #require(WebAddress("https://host/"))
        #expect(address.following("https://id@other/")?.hasCredentials == true)
        #expect(address.following("/other")?.hasCredentials == false)
    }
}
