/// What the server answers to a request.
struct Pages: Sendable {
    struct Answer: Equatable {
        var status: UInt32
        var contentType = "text/plain; charset=utf-8"
        var body: String
    }

    let registry: MetricRegistry
    let health: @Sendable () -> Health

    func answer(_ method: String, _ path: String) -> Answer {
        guard ["/metrics", "/healthz"].contains(path) else {
            return Answer(status: 404, body: "there are /metrics and /healthz\n")
        }
        guard ["GET", "HEAD"].contains(method) else {
            return Answer(status: 405, body: "only GET and HEAD\n")
        }
        if path == "/metrics" {
            return Answer(
                status: 200, contentType: MetricRegistry.contentType, body: registry.text)
        }
        return switch health() {
        case .well: Answer(status: 200, body: "ok\n")
        case .unwell(let reason): Answer(status: 503, body: reason + "\n")
        }
    }
}
