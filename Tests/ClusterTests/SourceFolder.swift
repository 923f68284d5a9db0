import Foundation
import TestSupport

/// A folder of 300 small sources, good and bad, and one that is hidden.
enum SourceFolder {
    static let count = 300
    static let odd = "e\u{301}é 🎉 100%+&=?#.jpg"

    static func make(_ folder: String) async throws {
        let root = PushMedia.path(folder)
        for part in ["jpg", "png", "gif", "wav", "mp4", "bad", "rivals", ".hidden"] {
            try FileManager.default.createDirectory(
                atPath: "\(root)/\(part)", withIntermediateDirectories: true)
        }
        try await Media.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=10", "-frames:v", "139", "-q:v", "3"]
                + ["\(root)/jpg/%03d.jpg", "-frames:v", "60", "\(root)/png/%03d.png"])
        for number in 1...5 {
            _ = try await Media.gif(
                "\(root)/gif/\(number).gif", frames: number + 1, width: 64, height: 48)
            _ = try await Media.wav(
                "\(root)/wav/\(number).wav", seconds: 0.2 * Double(number), channels: 1)
        }
        _ = try await Media.mp4("\(root)/mp4/1.mp4", seconds: 0.4, width: 64, height: 64)
        // The same contents under other names.
        try copy("\(root)/gif/1.gif", 20) { "\(root)/gif/copy \($0).gif" }
        try copy("\(root)/mp4/1.mp4", 3) { "\(root)/mp4/\($0 + 2).mov" }
        try write(bad: root + "/bad")
        try write(rivals: root)
        try copy("\(root)/jpg/002.jpg", 1) { _ in "\(root)/\(odd)" }
        try copy("\(root)/jpg/003.jpg", 1) { _ in "\(root)/.hidden/3.jpg" }
    }

    private static func write(bad folder: String) throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder + "/../png/001.png"))
        for number in 0..<18 {
            try Data("<!doctype html><title>\(number)</title>".utf8)
                .write(to: URL(fileURLWithPath: "\(folder)/page \(number).jpg"))
            try Data().write(to: URL(fileURLWithPath: "\(folder)/empty-\(number).png"))
            try whole.prefix(whole.count / 2 + number)
                .write(to: URL(fileURLWithPath: "\(folder)/cut\(number).PNG"))
        }
    }

    /// Pictures whose outputs would all take one name, or each other's.
    private static func write(rivals root: String) throws {
        let names = ["a.jpg", "a.jpeg", "A.JPG", "b.jpg", "b.jpg.jpg", "c.jpg/d.jpg", "c.jpeg"]
        for (number, name) in names.enumerated() {
            let path = "\(root)/rivals/\(name)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try copy("\(root)/jpg/\(101 + number).jpg", 1) { _ in path }
        }
        try copy("\(root)/png/004.png", 4) { "\(root)/rivals/a.\($0).png" }
        try copy("\(root)/gif/2.gif", 1) { _ in "\(root)/rivals/a.gif" }
    }

    private static func copy(_ path: String, _ count: Int, as name: (Int) -> String) throws {
        for number in 0..<count {
            try FileManager.default.copyItem(atPath: path, toPath: name(number))
        }
    }
}
