internal import WorkQueue

/// What the kernel shows of a running process (proc(5)).
struct ProcessState {
    /// What it fills, in bytes: anonymous, shared and swapped memory, and the tables of its pages, without what
    /// lies in files.
    private(set) var memory: Int64 = 0
    private(set) var threads = 0

    /// Nil where it has ended, or where `/proc` hides it.
    init?(_ id: Int32) {
        guard let text = TextFile.contents(of: "/proc/\(id)/status") else { return nil }
        self.init(status: text)
    }

    /// Reads the text of `/proc/PID/status`, where memory is in kB.
    ///
    /// By bytes: it is read forty times a second for each process, and characters take ten times as long.
    init(status text: String) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard fields.count >= 2, let number = Int64(Substring(fields[1])) else { continue }
            switch Substring(fields[0]) {
            case "RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:": memory += number * 1_024
            case "Threads:": threads = Int(number)
            default: break
            }
        }
    }
}
