import Glibc

/// A web server on a free port of this machine, over TLS or without, that misbehaves as an address asks it to.
///
/// It is a Python program. The last part of an address's path names the file to send, from the test's
/// folder; the query says what else:
///
/// | name | what it does |
/// |---|---|
/// | `status`, `location`, `type`, `disposition` | the status and these headers; no type without it |
/// | `file` | another file than the path names |
/// | `length` | a Content-Length that may be wrong; `none` for none |
/// | `trailer` | a header's line behind a body in pieces |
/// | `pause` | seconds before the answer |
/// | `cut` | how many bytes are sent before the connection ends |
/// | `mode` | `chunked`, `drip` (a byte at a time), `endless`, `silent`, `gzip`, `loop` |
package final class WebServer: Sendable {
    /// Its certificate, which is its own authority, too.
    package let certificate: String
    package let port: Int
    private let process: RunningProcess
    private let scheme: String

    /// Whether a certificate has ended by now.
    package enum Certificate: Sendable {
        case valid, expired
    }

    /// - Parameter certificate: nil for http.
    package init(_ certificate: Certificate? = .valid) async throws {
        let folder = TemporaryDirectory.current
        self.certificate = folder + "/certificate-\(UInt32.random(in: 0 ... .max)).pem"
        let key = self.certificate + ".key"
        if let certificate { try await Self.make(certificate, self.certificate, key) }
        scheme = certificate == nil ? "http" : "https"
        let files = certificate == nil ? [] : [self.certificate, key]
        let process = try RunningProcess(["python3", "-c", Self.program] + files, in: folder)
        await PushMedia.until { (try? process.standardErrorSoFar())?.hasSuffix("\n") == true }
        let text = try process.standardErrorSoFar()
        self.process = process
        guard let first = text.split(separator: "\n").first, let port = Int(first) else {
            throw SystemError("python3", text, code: EIO)
        }
        self.port = port
    }

    /// An address there.
    ///
    /// - Parameter host: any that leads to this machine.
    package func url(_ path: String, _ query: String = "", host: String = "localhost") -> String {
        "\(scheme)://\(host):\(port)/\(path)" + (query.isEmpty ? "" : "?" + query)
    }

    /// The first lines and headers of all requests so far.
    package func requests() throws -> String { try process.standardErrorSoFar() }

    private static func make(
        _ kind: Certificate, _ certificate: String, _ key: String
    ) async throws {
        try await Shell.require([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", certificate,
            "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2",
        ])
        guard kind == .expired else { return }
        try await Shell.require([
            "openssl", "x509", "-in", certificate, "-signkey", key, "-days", "-1", "-out",
            certificate,
        ])
    }

    private static let program = """
        import gzip, os, socket, ssl, sys, threading, time, urllib.parse

        def head(status, headers):
            lines = ['HTTP/1.1 %s Status' % status] + headers + ['Connection: close', '', '']
            return '\\r\\n'.join(lines).encode()

        def body(name):
            path = os.path.basename(name)
            if not os.path.isfile(path):
                return b'hello'
            with open(path, 'rb') as file:
                return file.read()

        def answer(connection, target):
            parts = urllib.parse.urlsplit(target)
            asked = dict(urllib.parse.parse_qsl(parts.query))
            data = body(asked.get('file', parts.path))
            mode = asked.get('mode', '')
            headers = []
            for name, key in (('Location', 'location'), ('Content-Type', 'type'),
                              ('Content-Disposition', 'disposition')):
                if key in asked:
                    headers.append('%s: %s' % (name, asked[key]))
            time.sleep(float(asked.get('pause', 0)))
            if mode == 'loop':
                headers.append('Location: ' + target)
            if mode == 'silent':
                connection.recv(1)
                return
            if mode == 'gzip':
                headers.append('Content-Encoding: gzip')
                data = gzip.compress(data)
            if mode in ('chunked', 'endless'):
                headers.append('Transfer-Encoding: chunked')
            elif asked.get('length') != 'none':
                headers.append('Content-Length: %s' % asked.get('length', len(data)))
            connection.sendall(head(asked.get('status', '200'), headers))
            data = data[:int(asked.get('cut', len(data)))]
            if mode == 'drip':
                for byte in data:
                    connection.sendall(bytes([byte]))
                    time.sleep(0.05)
            elif mode == 'endless':
                while True:
                    connection.sendall(b'1000\\r\\n' + b'x' * 4096 + b'\\r\\n')
            elif mode == 'chunked':
                connection.sendall(b'%x\\r\\n' % len(data) + data + b'\\r\\n')
                if 'cut' not in asked:
                    trailer = asked.get('trailer', '').encode()
                    connection.sendall(b'0\\r\\n' + trailer + b'\\r\\n')
            else:
                connection.sendall(data)

        def serve(connection):
            try:
                if context:
                    connection = context.wrap_socket(connection, server_side=True)
                request = b''
                while b'\\r\\n\\r\\n' not in request:
                    more = connection.recv(65536)
                    if not more:
                        return
                    request += more
                sys.stderr.write(request.decode())
                sys.stderr.flush()
                answer(connection, request.split()[1].decode())
                if context:
                    connection = connection.unwrap()
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
            except OSError:
                pass
            finally:
                connection.close()

        context = None
        if len(sys.argv) > 1:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
        listener = socket.create_server(('0.0.0.0', 0))
        sys.stderr.write('%d\\n' % listener.getsockname()[1])
        sys.stderr.flush()
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
        """
}
