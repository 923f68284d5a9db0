package import AttachmentRules

/// What the orchestrator asks of the codec process.
///
/// A probe comes with one descriptor, the input; a render with two, the input and an empty output.
package enum CodecRequest: Codable, Sendable, Equatable {
    /// The first message on every socket; answered by `ready`, in a closed cage.
    case start(CodecLimits)
    /// Answered by `facts` or `refused`.
    case probe(Probe)
    /// Answered by `rendered` or `refused`, after any number of `progress`.
    case render(Render)
    #if DEBUG
        /// As `start`, but system calls are not filtered: for tests of what else holds.
        case startWithoutFilter(CodecLimits)
        /// As `start`, in a process with a second thread: it is refused.
        case startBesideThread(CodecLimits)
        /// Answered by `attacked`, or by what the attack is.
        case attack(Attack)
    #endif

    /// Of a first message.
    var limits: CodecLimits? {
        switch self {
        case .start(let limits): limits
        #if DEBUG
            case .startWithoutFilter(let limits), .startBesideThread(let limits): limits
        #endif
        default: nil
        }
    }
}

/// What the codec process answers.
package enum CodecReply: Codable, Sendable, Equatable {
    /// With the descriptor that tells of breaches, where the cage has one.
    case ready(CodecVersions, Cage)
    /// The share that is done, 0...1.
    case progress(Double)
    case facts(Facts)
    case rendered(Rendering)
    case refused(Refusal)
    #if DEBUG
        /// What an attack came to: an errno, or a number that it was to find out.
        case attacked(Int32)
    #endif
}

/// Bounds that hold for everything a codec process does.
package struct CodecLimits: Codable, Sendable, Equatable {
    /// Of a still picture, or of one frame.
    package var maxPixels: Int64
    /// Pixels of all frames of an animation together.
    package var maxDecodedPixels: Int64
    package var maxFrames: Int
    /// Of a picture, in pixels.
    package var maxSide: Int
    /// Of a video or sound file.
    package var maxStreams: Int
    /// Of a picture's or clip's metadata together, in bytes.
    package var maxMetadataBytes: Int64
    /// Of an output, in bytes; no file that the process can write to grows larger.
    package var maxOutputBytes: Int64
    /// Of a video's decoder and filters.
    package var threads: Int
    /// Types whose loaders are not trusted and that are taken all the same: SVG, JPEG XL, JPEG 2000.
    package var allowed: Set<MediaType>

    package init(
        maxPixels: Int64, maxDecodedPixels: Int64, maxFrames: Int, maxSide: Int = 65_535,
        maxStreams: Int = 64, maxMetadataBytes: Int64 = 64_000_000,
        maxOutputBytes: Int64 = 64_000_000, threads: Int = 2, allowed: Set<MediaType> = []
    ) {
        self.maxPixels = maxPixels
        self.maxDecodedPixels = maxDecodedPixels
        self.maxFrames = maxFrames
        self.maxSide = maxSide
        self.maxStreams = maxStreams
        self.maxMetadataBytes = maxMetadataBytes
        self.maxOutputBytes = maxOutputBytes
        self.threads = threads
        self.allowed = allowed
    }
}

/// The libraries that a codec process runs on.
package struct CodecVersions: Codable, Sendable, Equatable {
    package var libvips: String
    package var ffmpeg: String
    /// Loaders, savers, encoders and filters that the libraries of this machine lack.
    package var missing: [String]

    package init(libvips: String, ffmpeg: String, missing: [String] = []) {
        self.libvips = libvips
        self.ffmpeg = ffmpeg
        self.missing = missing
    }
}

/// Why the codec process will not do what was asked.
package struct Refusal: Error, Codable, Sendable, Equatable {
    package var reason: ReasonCode
    /// Where it happened: open, decode, filter, encode, write.
    package var stage: String
    /// One line, for a person.
    package var message: String
    /// The errno of a failed write of the output; 0 otherwise.
    package var outputError: Int32

    package init(reason: ReasonCode, stage: String, message: String, outputError: Int32 = 0) {
        self.reason = reason
        self.stage = stage
        self.message = message
        self.outputError = outputError
    }
}
