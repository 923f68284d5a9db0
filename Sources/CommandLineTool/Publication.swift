internal import Preparation
internal import Report
internal import Storage

/// Where a batch's manifest and report go, and how they are shown.
struct Publication: Sendable {
    var format: OutputFormat
    var writesReport: Bool
    var isQuiet: Bool
    /// Nil where nobody has taken them.
    var times: BatchTimes?
    /// The output folder, as it was typed.
    var place: String

    /// Writes the manifest and the report beside the outputs, and prints the result.
    func publish(
        _ manifest: Manifest, encodes: [String: Int], in store: some ObjectStore
    ) async throws {
        let bytes = try manifest.encoded()
        try await store.replaceContents(
            of: BytePath(Manifest.fileName), with: bytes, contentType: "application/json")
        if writesReport {
            try await store.replaceContents(
                of: BytePath(Page.fileName), with: Page(manifest, encodes: encodes).encoded(),
                contentType: "text/html; charset=utf-8")
        }
        if format == .json {
            try Console.print(bytes)
            return
        }
        let table = ResultTable(manifest, encodes: encodes, for: .standardOutput)
        if isQuiet {
            let faults = table.faults
            if !faults.isEmpty { try Console.print(faults) }
        } else {
            try Console.print(table.text(times))
            let ignored = manifest.summary.ignored
            if ignored > 0 { try Console.print(IgnoredText.line(ignored)) }
            let report = writesReport ? Page.fileName : Manifest.fileName
            let folder = place.hasSuffix("/") ? place : place + "/"
            try Console.print("\nReport: \(Console.quoted(folder + report))")
        }
    }
}
