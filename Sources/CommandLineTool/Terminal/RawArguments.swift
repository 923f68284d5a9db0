internal import Glibc

extension CommandLine {
    /// The arguments as the kernel gave them, which may be any bytes.
    package static var rawArguments: [[UInt8]] {
        var arguments: [[UInt8]] = []
        for index in 0..<Int(argc) {
            guard let argument = unsafe unsafeArgv[index] else { continue }
            let bytes = unsafe UnsafeBufferPointer(start: argument, count: strlen(argument))
            arguments.append(unsafe bytes.map(UInt8.init(bitPattern:)))
        }
        return arguments
    }
}
