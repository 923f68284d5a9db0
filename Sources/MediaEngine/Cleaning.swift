internal import AttachmentRules
internal import CodecLink
internal import Glibc

/// Takes a picture's file apart and writes only what the picture needs, block for block.
enum Cleaning {
    static func render(
        _ type: MediaType, offset: Int64, input: InputFile, output: Int32
    ) throws(Refusal) -> Rendering {
        let bytes = try input.bytes()
        guard let cleaned = cleaned(type, bytes, offset: Int(offset)) else { throw impossible }
        try write(cleaned, to: output)
        return Rendering(encodes: 0)
    }

    /// Cleans an animation and leaves out a last frame that is cut off or damaged.
    static func salvage(
        _ type: MediaType, input: InputFile, output: Int32
    ) throws(Refusal) -> Rendering {
        guard type == .gif, let repair = GIFStructure(try input.bytes())?.repaired() else {
            throw impossible
        }
        try write(repair.bytes, to: output)
        return Rendering(encodes: 0, droppedFrame: repair.droppedFrame)
    }

    private static let impossible = Refusal(
        reason: .cannotFit, stage: "encode",
        message: "the picture cannot be cleaned without encoding it anew")

    private static func cleaned(_ type: MediaType, _ bytes: [UInt8], offset: Int) -> [UInt8]? {
        switch type {
        case .jpeg: JPEGStructure(bytes, offset: offset)?.cleaned()
        case .png: PNGStructure(bytes)?.cleaned()
        case .gif: GIFStructure(bytes)?.cleaned()
        default: nil
        }
    }

    private static func write(_ bytes: [UInt8], to output: Int32) throws(Refusal) {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.withUnsafeBytes {
                unsafe pwrite(output, $0.baseAddress! + done, bytes.count - done, off_t(done))
            }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else {
                throw Refusal(
                    reason: .internal, stage: "write", message: "the output cannot be written",
                    outputError: written < 0 ? errno : EIO)
            }
            done += written
        }
    }
}
