internal import CCrypto

/// A SHA-256 digest in the making, by OpenSSL.
@safe package struct SHA256: ~Copyable {
    static let byteCount = 32

    private let context: OpaquePointer

    package init() {
        guard let context = unsafe EVP_MD_CTX_new() else {
            preconditionFailure("there is no memory for a digest")
        }
        unsafe self.context = context
        let isReady = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
        precondition(isReady == 1, "OpenSSL is set up without SHA-256")
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Adds some bytes.
    package mutating func update(_ bytes: [UInt8]) {
        unsafe update(bytes.span.bytes)
    }

    mutating func update(_ bytes: RawSpan) {
        let isDone = unsafe bytes.withUnsafeBytes {
            unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
        }
        precondition(isDone == 1, "a digest takes any bytes until it is finished")
    }

    /// The digest of all that was added.
    package consuming func finish() -> SHA256Digest {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        let isDone = unsafe EVP_DigestFinal_ex(context, &bytes, nil)
        guard isDone == 1, let digest = SHA256Digest(bytes: bytes) else {
            preconditionFailure("a digest is finished once")
        }
        return digest
    }
}
