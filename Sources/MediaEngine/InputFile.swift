internal import AttachmentRules
internal import CodecLink
internal import Glibc

/// The input of a request: an open file that somebody else owns.
struct InputFile {
    /// A picture file larger than this is refused: its structure is read in memory.
    private static let maxPictureBytes: Int64 = 512 << 20

    let descriptor: Int32
    let size: Int64

    init(descriptor: Int32) throws(Refusal) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.unreadable(errno) }
        self.descriptor = descriptor
        size = Int64(status.st_size)
    }

    /// All bytes of a picture.
    func bytes() throws(Refusal) -> [UInt8] {
        guard size <= Self.maxPictureBytes else {
            throw Refusal(
                reason: .tooLarge, stage: "open",
                message: "\(size) bytes, at most \(Self.maxPictureBytes) for a picture")
        }
        return try read(at: 0, count: Int(size))
    }

    /// For parsers that look only here and there; what cannot be read is as if it were not there.
    var source: ByteSource {
        ByteSource(count: size) { [self] offset, count in
            (try? read(at: offset, count: count)) ?? []
        }
    }

    private func read(at offset: Int64, count: Int) throws(Refusal) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let got = unsafe pread(
                    descriptor, buffer.baseAddress! + done, count - done, off_t(offset) + done)
                if got == 0 { break }
                if got < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    break
                }
                done += got
            }
        }
        guard failure == 0 else { throw Self.unreadable(failure) }
        return bytes
    }

    private static func unreadable(_ errno: Int32) -> Refusal {
        Refusal(
            reason: .unreadable, stage: "open", message: "the file cannot be read (errno \(errno))")
    }
}
