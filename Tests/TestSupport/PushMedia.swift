@preconcurrency import Dispatch
package import Foundation
import Testing

/// The real program, in the test's folder.
package enum PushMedia {
    package static func run(_ arguments: String...) async throws -> Shell.Output {
        try await run(arguments)
    }

    package static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Shell.Output {
        try await start(arguments, environment: environment).output()
    }

    package static func start(_ arguments: String...) throws -> RunningProcess {
        try start(arguments)
    }

    package static func start(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> RunningProcess {
        try RunningProcess(
            [Products.path(of: "pushmedia")] + arguments, in: TemporaryDirectory.current,
            environment: environment)
    }

    /// The manifest in an output folder.
    package static func manifest(_ folder: String = "out") throws -> Manifest {
        try JSONDecoder().decode(Manifest.self, from: manifestData(folder))
    }

    package static func manifestData(_ folder: String = "out") throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path(folder + "/manifest.json")))
    }

    package static func path(_ name: String) -> String { TemporaryDirectory.current + "/" + name }

    /// Every file below a folder but the program's own, by its path in there.
    package static func files(_ folder: String = "out") throws -> Set<String> {
        let all = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String }
        var isFolder: ObjCBool = false
        return Set(
            (all ?? []).filter { name in
                FileManager.default.fileExists(
                    atPath: path(folder + "/" + name), isDirectory: &isFolder)
                    && !isFolder.boolValue && !name.hasPrefix(".pushmedia/")
            })
    }

    /// Makes a folder and moves a generated file into it.
    package static func put(_ file: String, as name: String) throws {
        let target = path(name)
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: file, toPath: target)
    }

    package static func write(_ text: String, as name: String) throws {
        let scratch = path("scratch-\(UUID().uuidString)")
        try Data(text.utf8).write(to: URL(fileURLWithPath: scratch))
        try put(scratch, as: name)
    }

    /// The codec processes that a running program has started.
    package static func codecProcesses(of id: Int32) -> [Int32] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        return tasks.flatMap { task in
            // Not `String(contentsOfFile:)`: for files that state no size, Foundation leaks what it reads.
            let file = FileHandle(forReadingAtPath: "/proc/\(id)/task/\(task)/children")
            let children = (try? file?.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
            return (children ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Looks at the world fifty times a second until something is the case.
    ///
    /// Bounded by the test's time limit.
    package static func until(_ condition: () -> Bool) async {
        for await _ in ticks where condition() { return }
    }

    private static var ticks: AsyncStream<Void> {
        AsyncStream { continuation in
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now(), repeating: .milliseconds(20))
            timer.setEventHandler { @Sendable in continuation.yield() }
            continuation.onTermination = { @Sendable _ in timer.cancel() }
            timer.activate()
        }
    }
}

/// As much of a manifest as tests look at; decoded apart from the product's own types.
package struct Manifest: Decodable {
    package struct Attachment: Decodable {
        package var file: String
        package var kind: String
        package var type: String
        package var mime: String
        package var bytes: Int
        package var width: Int?
        package var height: Int?
        package var frames: Int?
        package var duration: Double?
        package var thumbnailTime: Double?
    }

    package struct Reason: Decodable {
        package var code: String
        package var message: String
    }

    package struct Asset: Decodable {
        package var source: String
        package var status: String
        package var action: String?
        package var attachment: Attachment?
        package var reason: Reason?
        package var findings: [Finding]
    }

    package struct Finding: Decodable {
        package var rule: String
        package var severity: String
        package var message: String
    }

    package struct Skipped: Decodable {
        package var source: String
        package var findings: [Finding]
    }

    package struct ProfileReference: Decodable {
        package var name: String
    }

    package var schema: String
    package struct Tool: Decodable {
        package var cage: String
    }

    package var tool: Tool
    package var profile: ProfileReference
    package var summary: [String: Int]
    package var assets: [Asset]
    package var skipped: [Skipped]

    package func asset(_ source: String) throws -> Asset {
        try #require(assets.first { $0.source == source })
    }
}
