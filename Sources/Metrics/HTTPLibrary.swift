internal import CMicroHTTPD

/// libmicrohttpd, which answers for health and metrics.
package enum HTTPLibrary {
    package static var version: String {
        unsafe MHD_get_version().map { unsafe String(cString: $0) } ?? "unknown"
    }
}
