@preconcurrency import Dispatch
import Foundation
import TestSupport
import Testing

/// The real program, in the test's folder.
enum PushMedia {
    static func run(_ arguments: String...) async throws -> Shell.Output {
        try await run(arguments)
    }

    static func run(_ arguments: [String]) async throws -> Shell.Output {
        try await Shell.run(
            [Products.path(of: "pushmedia")] + arguments, in: TemporaryDirectory.current)
    }

    static func start(_ arguments: String...) throws -> RunningProcess {
        try RunningProcess(
            [Products.path(of: "pushmedia")] + arguments, in: TemporaryDirectory.current)
    }

    /// The manifest in an output folder.
    static func manifest(_ folder: String = "out") throws -> Manifest {
        try JSONDecoder().decode(Manifest.self, from: manifestData(folder))
    }

    static func manifestData(_ folder: String = "out") throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path(folder + "/manifest.json")))
    }

    static func path(_ name: String) -> String { TemporaryDirectory.current + "/" + name }

    /// Every file below a folder but the program's own, by its path in there.
    static func files(_ folder: String = "out") throws -> Set<String> {
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
    static func put(_ file: String, as name: String) throws {
        let target = path(name)
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: file, toPath: target)
    }

    static func write(_ text: String, as name: String) throws {
        let scratch = path("scratch-\(UUID().uuidString)")
        try Data(text.utf8).write(to: URL(fileURLWithPath: scratch))
        try put(scratch, as: name)
    }

    /// The codec processes that a running program has started.
    static func codecProcesses(of id: Int32) -> [Int32] {
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
    static func until(_ condition: () -> Bool) async {
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
struct Manifest: Decodable {
    struct Attachment: Decodable {
        var file: String
        var kind: String
        var type: String
        var mime: String
        var bytes: Int
        var width: Int?
        var height: Int?
        var frames: Int?
        var duration: Double?
        var thumbnailTime: Double?
    }

    struct Reason: Decodable {
        var code: String
        var message: String
    }

    struct Asset: Decodable {
        var source: String
        var status: String
        var action: String?
        var attachment: Attachment?
        var reason: Reason?
        var findings: [Finding]
    }

    struct Finding: Decodable {
        var rule: String
        var severity: String
        var message: String
    }

    struct Skipped: Decodable {
        var source: String
        var findings: [Finding]
    }

    struct ProfileReference: Decodable {
        var name: String
    }

    var schema: String
    struct Tool: Decodable {
        var cage: String
    }

    var tool: Tool
    var profile: ProfileReference
    var summary: [String: Int]
    var assets: [Asset]
    var skipped: [Skipped]

    func asset(_ source: String) throws -> Asset {
        try #require(assets.first { $0.source == source })
    }
}
