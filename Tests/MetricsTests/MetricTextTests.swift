import Metrics
import Testing

struct MetricTextTests {
    private let registry = MetricRegistry()

    @Test func counterAndGaugeAreOneLineForEachCombinationOfLabels() {
        let jobs = registry.counter(
            "jobs_total", help: "Jobs by outcome.", labels: ["status", "kind"])
        let lanes = registry.gauge("busy_lanes", help: "Lanes at work.")
        jobs.add(1, "rejected", "video")
        jobs.add(2, "prepared", "image")
        jobs.add(1, "prepared", "image")
        lanes.set(4)
        lanes.add(-1.5)
        #expect(
            registry.text == """
                # HELP jobs_total Jobs by outcome.
                # TYPE jobs_total counter
                jobs_total{status="prepared",kind="image"} 3
                jobs_total{status="rejected",kind="video"} 1
                # HELP busy_lanes Lanes at work.
                # TYPE busy_lanes gauge
                busy_lanes 2.5

                """)
    }

    @Test func metricWithoutLabelsIsThereBeforeItsFirstChange() {
        _ = registry.counter("errors_total", help: "Errors.")
        #expect(registry.text.hasSuffix("\nerrors_total 0\n"))
    }

    @Test func histogramCountsWhatIsAtMostTheBound() {
        let seconds = registry.histogram(
            "job_seconds", help: "Time.", bounds: [0.5, 2], labels: ["kind"])
        for value in [0.25, 0.5, 1, 9] { seconds.observe(value, "image") }
        #expect(
            registry.text == """
                # HELP job_seconds Time.
                # TYPE job_seconds histogram
                job_seconds_bucket{kind="image",le="0.5"} 2
                job_seconds_bucket{kind="image",le="2"} 3
                job_seconds_bucket{kind="image",le="+Inf"} 4
                job_seconds_sum{kind="image"} 10.75
                job_seconds_count{kind="image"} 4

                """)
    }

    @Test func labelsAndHelpAreEscaped() {
        let odd = registry.counter("odd", help: "a \\ and\na \"quote\"", labels: ["value"])
        odd.add(1, "\\ \"x\"\r\ny 🎈")
        #expect(
            registry.text == """
                # HELP odd a \\\\ and\\na "quote"
                # TYPE odd counter
                odd{value="\\\\ \\"x\\"\r\\ny 🎈"} 1

                """)
    }

    @Test(arguments: [
        (Double.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e300, "1e+300"),
    ])
    func numbersWithoutDigitsAreSpelt(value: Double, text: String) {
        registry.gauge("g", help: "").set(value)
        #expect(registry.text.hasSuffix("\ng \(text)\n"))
    }
}
