internal import AttachmentRules
internal import Cluster
internal import Metrics
internal import Preparation
internal import S3

/// What a worker counts, for Prometheus.
struct WorkerMetrics: Sendable {
    let registry = MetricRegistry()
    private let jobs: Counter
    private let repeated: Counter
    private let retried: Counter
    private let seconds: Histogram
    private let sourceBytes: Counter
    private let outputBytes: Counter
    private let held: Gauge
    private let retries: Gauge
    private let client: S3Client

    init(lanes: Int, client: S3Client) {
        self.client = client
        jobs = registry.counter(
            "pushmedia_jobs_total",
            help: "Jobs that this worker has finished, by what came of them.",
            labels: ["status", "reason"])
        repeated = registry.counter(
            "pushmedia_jobs_repeated_total",
            help: "Jobs that were handed out once more although they were done.")
        retried = registry.counter(
            "pushmedia_jobs_retried_total", help: "Attempts that went wrong and are made again.")
        seconds = registry.histogram(
            "pushmedia_job_seconds", help: "From fetching a source to the end of its attempt.",
            bounds: [0.1, 0.3, 1, 3, 10, 30, 100, 300])
        sourceBytes = registry.counter(
            "pushmedia_source_bytes_total", help: "Bytes of the sources of finished jobs.")
        outputBytes = registry.counter(
            "pushmedia_output_bytes_total", help: "Bytes of the attachments that were stored.")
        held = registry.gauge("pushmedia_jobs_held", help: "Jobs that are worked on.")
        retries = registry.gauge(
            "pushmedia_store_retries", help: "Requests to the store that were made again.")
        registry.gauge("pushmedia_lanes", help: "Codec processes.").set(Double(lanes))
    }

    func note(_ event: WorkerEvent) {
        switch event {
        case .started: held.add(1)
        case .repeated: repeated.add()
        case .retried:
            held.add(-1)
            retried.add()
        case .released: held.add(-1)
        case .finished(_, _, let asset, let duration):
            held.add(-1)
            jobs.add(1, asset.status.rawValue, asset.reason?.code.rawValue ?? "")
            seconds.observe(duration / .seconds(1))
            sourceBytes.add(Double(asset.sourceBytes))
            outputBytes.add(Double(asset.attachment?.bytes ?? 0))
            retries.set(Double(client.retries))
        }
    }
}
