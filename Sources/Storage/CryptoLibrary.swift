internal import CCrypto

/// OpenSSL's libcrypto, which makes the digests.
package enum CryptoLibrary {
    package static var version: String {
        unsafe OpenSSL_version(OPENSSL_VERSION_STRING).map { unsafe String(cString: $0) }
            ?? "unknown"
    }
}
