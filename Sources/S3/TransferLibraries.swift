internal import CCurl
internal import CXML

/// The libraries that talk to stores and read their answers.
package enum TransferLibraries {
    package static var curlVersion: String {
        unsafe curl_version_info(CURLVERSION_FIRST)?.pointee.version
            .map { unsafe String(cString: $0) } ?? "unknown"
    }

    /// The one that this was built with: what it tells at run time is a variable that anyone may set.
    package static let xmlVersion = LIBXML_DOTTED_VERSION
}
