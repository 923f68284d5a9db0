internal import Glibc

/// One exchange in the making: takes the bytes that come, gives those that go.
///
/// Each function answers false, or nil, to end the exchange; `fault` then says why.
final class Transfer {
    private static let headLimit = 64 * 1024

    private let exchange: Exchange
    private(set) var fault: TransferFault?
    /// Whether an error's body was longer than anybody reads.
    private(set) var isCutShort = false
    private var status = 0
    private var headers: [String: String] = [:]
    private var headBytes = 0
    private var isHeadWhole = false
    private var body: [UInt8] = []
    private var stored: Int64 = 0
    private var sent: Int64 = 0

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// What has come so far.
    var reply: Reply {
        Reply(
            status: isHeadWhole ? status : 0, headers: isHeadWhole ? headers : [:], body: body,
            stored: stored)
    }

    /// What is wrong with the reply although the connection has nothing more; nil if nothing is.
    ///
    /// libcurl takes a connection that ends within a head for the end of an empty reply.
    var faultAtEnd: TransferFault? {
        guard isHeadWhole else {
            return .lost(Loss(.end, cause: "the reply was cut short", mayPass: true))
        }
        if case .file = exchange.sink, exchange.needsLength, isGood, !hasEnd {
            return .malformed("NoLength")
        }
        return nil
    }

    /// Takes a line of the head; a status line begins a new one.
    func takeLine(_ bytes: [UInt8]) -> Bool {
        headBytes += bytes.count
        guard headBytes <= Self.headLimit else { return end(.malformed("HeadTooLong")) }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            let words = line.split(separator: " ", maxSplits: 2)
            status = words.count > 1 ? Int(words[1].prefix { $0.isNumber }) ?? 0 : 0
            headers = [:]
            isHeadWhole = false
        } else if isHeadWhole {
            // What follows a body in pieces changes nothing of what was said before it.
            return true
        } else if line == "\r\n" || line == "\n" {
            isHeadWhole = true
            return isWithinLimit(0)
        } else if let colon = line.firstIndex(of: ":") {
            let name = line[..<colon].lowercased()
            let value = String(
                line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
                    .prefix { !$0.isNewline })
            // libcurl takes the last, another client the first.
            if name == "content-length", let earlier = headers[name], earlier != value {
                return end(.malformed("LengthsDiffer"))
            }
            headers[name] = value
        }
        return true
    }

    /// Takes some of the body.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isGood else {
            unsafe body.append(contentsOf: bytes.prefix(exchange.errorLimit - body.count))
            isCutShort = body.count == exchange.errorLimit
            return !isCutShort
        }
        switch exchange.sink {
        case .memory(let limit):
            unsafe body.append(contentsOf: bytes)
            return body.count <= limit || end(.malformed("ReplyTooLong"))
        case .file(let descriptor, _):
            return unsafe isWithinLimit(stored + Int64(bytes.count)) && store(bytes, descriptor)
        }
    }

    private var isGood: Bool { (200..<300).contains(status) }

    /// Whether an end that comes too early can be told from the right one.
    private var hasEnd: Bool {
        headers["content-length"] != nil || headers["transfer-encoding"] != nil
    }

    /// Whether a file may have so many bytes, and those that are announced.
    private func isWithinLimit(_ count: Int64) -> Bool {
        guard isGood, exchange.method == .get, case .file(_, let limit) = exchange.sink else {
            return true
        }
        let most = max(headers["content-length"].flatMap { Int64($0) } ?? 0, count)
        return most <= limit || end(.tooLarge(most))
    }

    private func store(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Bool {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            let piece = unsafe UnsafeRawBufferPointer(rebasing: rest)
            let done = unsafe pwrite(descriptor, piece.baseAddress, piece.count, Int(stored))
            if done < 0, errno == EINTR { continue }
            guard done > 0 else { return end(.staging(errno: done < 0 ? errno : EIO)) }
            stored += Int64(done)
            unsafe rest = rest.dropFirst(done)
        }
        return true
    }

    /// Fills some of the buffer with what is to be sent; 0 once all of it was.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard let upload = exchange.upload else { return 0 }
        let wanted = Int(min(Int64(buffer.count), upload.count - sent))
        guard wanted > 0 else { return 0 }
        var got: Int
        repeat {
            got = unsafe pread(upload.descriptor, buffer.baseAddress, wanted, Int(sent))
        } while got < 0 && errno == EINTR
        guard got > 0 else {
            fault = .staging(errno: got < 0 ? errno : ENODATA)
            return nil
        }
        sent += Int64(got)
        return got
    }

    /// Sends from another place on: over a new connection, from the beginning.
    func seek(to offset: Int64) {
        sent = offset
    }

    private func end(_ fault: TransferFault) -> Bool {
        self.fault = fault
        return false
    }
}
