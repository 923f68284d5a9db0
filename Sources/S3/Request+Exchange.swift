internal import HTTP
internal import Storage

extension Request {
    /// The request as it is sent: to the server, signed, with the patience that it deserves.
    func exchange(_ settings: S3Settings, _ patience: S3Patience) -> Exchange {
        var exchange = Exchange(method, url: url(settings))
        exchange.headers = headers + signedHeaders(settings)
        exchange.upload = upload.map { .init(descriptor: $0.descriptor, count: $0.count) }
        exchange.sink = sink
        // S3 speaks nothing newer.
        exchange.isVersion11Only = true
        exchange.signature = .init(
            region: settings.region, accessKey: settings.credentials.accessKey,
            secretKey: settings.credentials.secretKey)
        exchange.certificates = settings.certificates
        exchange.patience = .init(connect: patience.connect, silence: patience.silence)
        return exchange
    }

    private func url(_ settings: S3Settings) -> String {
        let url = settings.url(bucket: address.bucket, key: isOfBucket ? "" : address.key)
        let query = query.map {
            "\(PercentCoding.query($0.name))=\(PercentCoding.query($0.value))"
        }
        return query.isEmpty ? url : url + "?" + query.joined(separator: "&")
    }

    private func signedHeaders(_ settings: S3Settings) -> [Header] {
        let digest = upload?.digest ?? SHA256Digest.of([])
        let token = settings.credentials.sessionToken.map { Header("x-amz-security-token", $0) }
        return [Header("x-amz-content-sha256", digest.hex)] + (token.map { [$0] } ?? [])
    }
}
