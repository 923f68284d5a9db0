import Foundation
import TestSupport
import Testing

/// The gate for what is on the web, over TLS and with the real program.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct VerifyAddressTests {
    private struct Result: Decodable {
        struct File: Decodable {
            var file: String
            var type: String?
            var bytes: Int
            var compliant: Bool
            var findings: [Manifest.Finding]

            /// Without what FFmpeg writes into its pictures.
            var rules: [String] { findings.map(\.rule).filter { $0 != "private-metadata" } }
        }
        var files: [File]
    }

    private func verify(
        _ arguments: [String], trusting server: WebServer? = nil,
        environment: [String: String] = [:]
    ) async throws -> (status: Int32, files: [Result.File]) {
        let trust = server.map { ["CURL_CA_BUNDLE": $0.certificate] } ?? [:]
        let output = try await PushMedia.run(
            ["verify", "--format", "json"] + arguments,
            environment: trust.merging(environment) { $1 })
        #expect(output.stderr.isEmpty, "\(output.stderr)")
        let result = try JSONDecoder().decode(Result.self, from: Data(output.standardOutput))
        return (output.status, result.files)
    }

    @Test func goodFileComplies() async throws {
        _ = try await Media.jpeg("photo.jpg", width: 300)
        let server = try await WebServer()
        let url = server.url("photo.jpg", "type=image/jpeg")
        // No proxy is asked, which could connect wherever it likes.
        let (status, files) = try await verify(
            [url, "--allow-private"], trusting: server,
            environment: ["https_proxy": "http://127.0.0.1:1"])
        #expect(status == 0)
        let file = try #require(files.first)
        #expect(file.file == url && file.compliant && file.type == "public.jpeg")
        #expect(file.rules.isEmpty && file.bytes > 1_000)
    }

    @Test func lyingServerIsFoundOut() async throws {
        _ = try await Media.jpeg("photo.jpg", width: 300)
        let server = try await WebServer()
        let (status, files) = try await verify(
            [server.url("clip.mp4", "file=photo.jpg&type=video/mp4"), "--allow-private"],
            trusting: server)
        #expect(status == 1)
        #expect(files.first?.rules == ["url-content-type", "url-extension"])
        #expect(files.first?.findings.count { $0.severity == "error" } == 2)
    }

    @Test func bytesAreHeldToTheProfileAsWell() async throws {
        _ = try await Media.jpeg("photo.jpg", width: 1_600)
        let server = try await WebServer()
        let (status, files) = try await verify(
            [server.url("photo.jpg", "type=image/jpeg"), "--allow-private"], trusting: server)
        #expect(status == 1)
        #expect(files.first?.rules == ["pixel-size"])
    }

    @Test func fileThatDoesNotComeHasFindingsOfItsWayAlone() async throws {
        let server = try await WebServer()
        let (status, files) = try await verify(
            [
                server.url("a.jpg", "status=404"), server.url("b.jpg"),
                "https://id:secret@localhost/c.jpg",
            ], trusting: server)
        #expect(status == 1)
        #expect(
            files.map(\.rules) == [
                ["url-private-address"], ["url-private-address"], ["url-credentials"],
            ])
        #expect(files.last?.file == "https://***@localhost/c.jpg")
    }

    @Test func addressWithAPasswordIsJudgedBesideTheSameWithout() async throws {
        _ = try await Media.jpeg("photo.jpg", width: 300)
        let server = try await WebServer()
        let url = server.url("photo.jpg", "type=image/jpeg")
        let secret = url.replacing("https://", with: "https://id:hunter2@")
        let unreadable = url.replacing("https://", with: "https://id:hun/ter2@")
        let output = try await PushMedia.run(
            ["verify", url, secret, unreadable, url + "#top", "--allow-private", "-f", "json"],
            environment: ["CURL_CA_BUNDLE": server.certificate])
        let result = try JSONDecoder().decode(Result.self, from: Data(output.standardOutput))
        #expect(output.status == 1)
        #expect(result.files.map(\.compliant) == [true, false, false])
        #expect(
            result.files.dropFirst().map(\.rules) == [["url-credentials"], ["url-malformed"]])
        #expect(!output.stdout.contains("ter2") && !output.stderr.contains("ter2"))
    }

    @Test func folderAndAddressAreVerifiedTogether() async throws {
        try PushMedia.put(try await Media.jpeg(width: 300), as: "in/a.jpg")
        _ = try await Media.png("b.png", width: 300)
        let server = try await WebServer(nil)
        let url = server.url("b.png", "type=image/png")
        let (status, files) = try await verify(["in", url, url, "--allow-private", "--allow-http"])
        #expect(files.map(\.file) == ["a.jpg", url])
        #expect(status == 0 && files.allSatisfy(\.compliant))
    }

    @Test func howAFileCameIsTold() async throws {
        _ = try await Media.jpeg("photo.jpg", width: 300)
        let server = try await WebServer(nil)
        let url = server.url("a", "status=302&location=%2Fphoto.jpg%3Ftype%3Dimage%2Fjpeg")
        let output = try await PushMedia.run("verify", url, "--allow-private", "--allow-http")
        #expect(output.status == 0)
        #expect(output.stderr.contains("\(url): 200 after one redirect, "))
        #expect(output.stderr.contains(" s, as photo.jpg (public.jpeg); "))
        #expect(output.stdout.contains("warning  url-redirects     one redirect"))
    }

    @Test func howAFileCameIsInTheJSON() async throws {
        struct Verification: Decodable {
            struct Delivery: Decodable {
                struct Estimate: Decodable, Equatable { var mbitPerSecond, seconds: Double }

                var status: Int
                var redirects: [String]
                var contentType: String?
                var contentLength: Int?
                var bytes: Int
                var name: String?
                var nameType: String?
                var estimates: [Estimate]
            }

            struct File: Decodable { var delivery: Delivery? }

            var files: [File]
        }
        _ = try await Media.jpeg("photo.jpg", width: 300)
        let server = try await WebServer(nil)
        let url = server.url("a", "status=302&location=%2Fphoto.jpg%3Ftype%3Dimage%2Fjpeg")
        let output = try await PushMedia.run(
            "verify", url, "--allow-private", "--allow-http", "--format", "json", "--bandwidth", "2"
        )
        let result = try JSONDecoder().decode(Verification.self, from: Data(output.standardOutput))
        let delivery = try #require(result.files.first?.delivery)
        #expect(delivery.status == 200 && delivery.contentType == "image/jpeg")
        #expect(delivery.redirects.count == 1 && delivery.redirects[0].hasSuffix("/photo.jpg"))
        #expect(delivery.bytes == delivery.contentLength)
        #expect(delivery.name == "photo.jpg" && delivery.nameType == "public.jpeg")
        #expect(
            delivery.estimates == [
                .init(mbitPerSecond: 2, seconds: Double(delivery.bytes) * 8 / 2_000_000)
            ])
    }

    @Test func whatWasNotAskedIsToldSo() async throws {
        let server = try await WebServer()
        let (plain, missing) = ("http://localhost/a.jpg", server.url("b.jpg", "status=404"))
        let arguments = ["verify", plain, "https://127.0.0.1/c.jpg"]
        let output = try await PushMedia.run(arguments)
        #expect(
            output.stderr
                == "\(plain): not asked\nhttps://127.0.0.1/c.jpg: not asked\n")
        let answered = try await PushMedia.run(
            ["verify", missing, "--allow-private"],
            environment: ["CURL_CA_BUNDLE": server.certificate])
        #expect(answered.stderr.hasPrefix("\(missing): 404, "))
        let quiet = try await PushMedia.run(arguments + ["--quiet"])
        #expect(quiet.stderr.isEmpty && quiet.stdout.contains("url-scheme"))
    }

    @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
    func certificatesThatAreNoneAreOurOwnFault(_ variable: String) async throws {
        let server = try await WebServer()
        try PushMedia.write("no certificate", as: "text.pem")
        try PushMedia.write(
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", as: "broken.pem")
        func verify(_ file: String) async throws -> Shell.Output {
            try await PushMedia.run(
                ["verify", server.url("a.jpg"), "--allow-private"],
                // The first of both counts.
                environment: ["CURL_CA_BUNDLE": ""].merging([variable: file]) { $1 })
        }
        for file in ["missing.pem", "text.pem"] {
            let output = try await verify(file)
            #expect(output.status == 2 && output.stderr.contains("\(variable): \(file): "))
        }
        let output = try await verify("broken.pem")
        #expect(output.status == 3 && output.stderr.contains(variable))
        #expect(output.stdout.isEmpty)
    }

    @Test func certificatesAreNotNeededForFiles() async throws {
        try PushMedia.put(try await Media.jpeg(width: 300), as: "in/a.jpg")
        let output = try await PushMedia.run(
            ["verify", "in"], environment: ["CURL_CA_BUNDLE": "missing.pem"])
        #expect(output.status == 0)
    }

    @Test func noTimeIsEstimatedForWhatDidNotCome() async throws {
        let server = try await WebServer(nil)
        let url = server.url("b.jpg", "status=404")
        let output = try await PushMedia.run(
            "verify", url, "--allow-private", "--allow-http", "-f", "json")
        #expect(output.stdout.contains(#""status" : 404"#))
        #expect(output.stdout.contains(#""asked" : true"#))
        #expect(!output.stdout.contains("estimates"))
    }

    @Test(arguments: ["", "0", "-1", "nan", "1,,2", "1 2", "x"])
    func bandwidthThatIsNoneIsAUsageError(_ typed: String) async throws {
        let output = try await PushMedia.run("verify", "https://host/", "--bandwidth", typed)
        #expect(output.status == 2 && output.stderr.contains("--bandwidth"))
    }
}
