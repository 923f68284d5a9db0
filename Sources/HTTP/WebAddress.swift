internal import CCurl

/// The address of something on a server, read as libcurl does who goes there.
package struct WebAddress: Sendable, Equatable {
    /// Lower case; any, not only those that can be fetched.
    package let scheme: String
    /// A name, or an address; IPv6 in brackets.
    package let host: String
    /// With its slash, encoded.
    package let path: String
    package let hasCredentials: Bool
    /// All of it but user, password and fragment.
    package let text: String
    /// The same without the query, which may hold secrets.
    package let shown: String

    /// Nil for what is no absolute address of printable ASCII.
    package init?(_ text: String) {
        self.init(text, from: nil)
    }

    /// Where a server sends one on from here; nil for what is no address.
    package func following(_ location: String) -> WebAddress? {
        WebAddress(location, from: self)
    }

    private init?(_ text: String, from base: WebAddress?) {
        // libcurl takes the first name after three slashes for a host, which nobody else does.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !text.prefix(while: { $0 != "?" && $0 != "#" }).contains(":///")
        else { return nil }
        let parts = Parts()
        if let base, !parts.read(base.text) { return nil }
        guard parts.read(text), let scheme = parts[CURLUPART_SCHEME],
            let host = parts[CURLUPART_HOST], !host.isEmpty
        else { return nil }
        self.scheme = scheme.lowercased()
        self.host = host
        path = parts[CURLUPART_PATH] ?? "/"
        hasCredentials = parts[CURLUPART_USER] != nil || parts[CURLUPART_PASSWORD] != nil
        for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
            parts.remove(part)
        }
        guard let whole = parts[CURLUPART_URL] else { return nil }
        self.text = whole
        parts.remove(CURLUPART_QUERY)
        shown = parts[CURLUPART_URL] ?? "\(scheme)://\(host)"
    }
}

/// libcurl's parser of addresses.
@safe private final class Parts {
    private let handle: OpaquePointer

    init() {
        guard let handle = unsafe curl_url() else {
            preconditionFailure("there is no memory for an address")
        }
        unsafe self.handle = handle
    }

    deinit { unsafe curl_url_cleanup(handle) }

    /// Reads an address, from what was read before where it is a relative one.
    func read(_ text: String) -> Bool {
        unsafe curl_url_set(
            handle, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK
    }

    func remove(_ part: CURLUPart) { unsafe curl_url_set(handle, part, nil, 0) }

    /// Nil for a part that is not there.
    subscript(part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, 0) == CURLUE_OK,
            let text = unsafe text
        else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
