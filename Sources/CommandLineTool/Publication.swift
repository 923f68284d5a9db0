internal import Preparation
internal import Report
internal import Storage

/// Where a batch's manifest and report go, and how they are shown.
struct Publication: Sendable {
    var format: OutputFormat
    var report: ReportForm
    var isQuiet: Bool
    /// Nil where nobody has taken them.
    var times: BatchTimes?
    /// The output folder, as it was typed.
    var place: String

    /// Writes the manifest and the report beside the outputs, and prints the result.
    func publish(
        _ manifest: Manifest, encodes: [String: Int], sources: [String: PageSource] = [:],
        in store: some ObjectStore
    ) async throws {
        let bytes = try manifest.encoded()
        try await store.replaceContents(
            of: BytePath(Manifest.fileName), with: bytes, contentType: "application/json")
        let page = Page(manifest, encodes: encodes, sources: sources)
        switch report {
        case .none: break
        case .linking:
            try await store.replaceContents(
                of: BytePath(Page.fileName), with: page.encoded(), contentType: Page.contentType)
        case .embedding: try await publish(embedding: page, in: store)
        }
        if format == .json {
            try Console.print(bytes)
            return
        }
        let screen = Screen.standardOutput
        let table = ResultTable(manifest, encodes: encodes, times: times, for: screen)
        if isQuiet {
            let faults = table.faults
            if !faults.isEmpty { try Console.print(faults) }
        } else {
            try Console.print(table.text)
            let ignored = manifest.summary.ignored
            if ignored > 0 { try print(IgnoredText.line(ignored), screen) }
            let name = report == .none ? Manifest.fileName : Page.fileName
            let folder = place.hasSuffix("/") ? place : place + "/"
            try Console.print("\nReport: \(Console.quoted(folder + name))")
        }
    }

    private func print(_ line: String, _ screen: Screen) throws {
        let lines = Columns.hanging(line, after: "", at: 0, indent: 0, width: screen.width)
        try Console.print(lines.joined(separator: "\n"))
    }

    /// Writes a page that may be large through a file; one with the same contents is left alone.
    private func publish(embedding page: Page, in store: some ObjectStore) async throws {
        let path = BytePath(Page.fileName)
        let file = try store.stage()
        try await page.write(embeddingFrom: store) { try file.append(Array($0.utf8)) }
        let digest = try file.digest()
        if try await store.holds(path, count: file.status().size, sha256: digest) { return }
        try await store.publish(
            file, as: path, ObjectDescription(contentType: Page.contentType, sha256: digest))
    }
}
