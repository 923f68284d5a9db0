internal import CCage
internal import Glibc
internal import WorkQueue

/// Looks after a codec process while somebody waits for its answer: whether it has tried a forbidden system
/// call, and how much memory it fills.
struct ProcessWatch {
    /// Between two looks at its memory: what it can fill meanwhile is little beside any limit.
    static let interval = Duration.milliseconds(25)

    let process: CodecProcess
    /// In bytes.
    let memoryLimit: Int64
    private var due = ContinuousClock.now + interval

    init(_ process: CodecProcess, memoryLimit: Int64) {
        self.process = process
        self.memoryLimit = memoryLimit
    }

    /// Where the kernel tells of a breach; -1, which poll(2) leaves out, where it does not.
    var breaches: Int32 { process.breaches?.number ?? -1 }

    /// What to throw because of it.
    mutating func memoryFault() -> LinkError? {
        let now = ContinuousClock.now
        guard now >= due else { return nil }
        due = now + Self.interval
        return process.memory > memoryLimit ? .tooMuchMemory : nil
    }

    func breach() -> LinkError {
        var call: Int32 = -1
        let status = unsafe cage_breach(breaches, &call)
        // It may have been ended in between.
        guard status == 0, let name = unsafe cage_call_name(call) else { return .breach("?") }
        defer { unsafe free(name) }
        return .breach(unsafe String(cString: name))
    }
}

extension CodecProcess {
    /// The memory that it fills, in bytes, without what lies in files: 0 once it has ended.
    var memory: Int64 {
        TextFile.contents(of: "/proc/\(id)/status").map(Self.memory(status:)) ?? 0
    }

    /// Sums anonymous, shared and swapped memory in the text of `/proc/PID/status` (proc(5)), where it is in kB.
    static func memory(status text: String) -> Int64 {
        text.split(separator: "\n").reduce(0) { sum, line in
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count == 3, ["RssAnon:", "RssShmem:", "VmSwap:"].contains(fields[0]),
                let kilobytes = Int64(fields[1])
            else { return sum }
            return sum + kilobytes * 1_024
        }
    }
}
