import Glibc
import TestSupport

/// A script in the test's folder that a lane starts as its codec program.
struct CodecProgram {
    let path: String

    private var pids: String { path + ".pids" }

    /// The real program behind a script that notes its process's id.
    init(name: String = "codec") throws {
        try self.init("exec '\(Products.path(of: "pushmedia-codec"))'", name: name)
    }

    /// A program of our own; it finds its socket as descriptor 3.
    init(_ commands: String, name: String = "codec") throws {
        path = TemporaryDirectory.current + "/" + name
        let text = "#!/bin/sh\necho $$ >> '\(path).pids'\n\(commands)\n"
        let bytes = Array(text.utf8)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
        guard file >= 0 else { throw SystemError("open", path) }
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else {
            throw SystemError("write", path)
        }
    }

    /// The processes that were started, the first one first.
    var processes: [ProcessView] {
        get throws {
            let file = try InputFile(pids)
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(file.descriptor, &bytes, bytes.count)
            return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
                .split(separator: "\n").compactMap { Int32($0) }.map(ProcessView.init)
        }
    }

    /// Shell commands that answer with a message.
    static func answer(_ json: String) -> String {
        let length = [24, 16, 8, 0].map { json.utf8.count >> $0 & 255 }
            .map { "\\" + String($0, radix: 8) }.joined()
        return "printf '\(length)%s' '\(json)' >&3"
    }

    /// Shell commands that say nothing until the process is killed.
    static let silence = "exec /bin/cat <&3"
}
