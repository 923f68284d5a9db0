import HTTP
import TestSupport
import Testing

@testable import S3

@Suite(.timeLimit(.minutes(1))) struct RequestTests {
    @Test func keyIsSentAsItIs() async throws {
        let strange = try StrangeServer(.reply("200 OK"))
        _ = try await strange.client.head("bucket", "../a/./b//c")
        let request = try #require(strange.server.requests.first)
        #expect(request.hasPrefix("HEAD /bucket/../a/./b//c HTTP/1.1\r\n"))
    }

    @Test func headersOfMetadataAreInTheOrderOfTheirNames() {
        let headers = Header.metadata(["source-key": "b c", "digest": "a"])
        #expect(headers.map(\.name) == ["x-amz-meta-digest", "x-amz-meta-source-key"])
        #expect(headers.map(\.value) == ["a", "b c"])
    }

    @Test func metadataThatWouldBeSignedWronglyIsAFault() async {
        await #expect(processExitsWith: .failure) { _ = Header.metadata(["a": "", "a-b": ""]) }
        await #expect(processExitsWith: .failure) { _ = Header.metadata(["A": ""]) }
        await #expect(processExitsWith: .failure) { _ = Header.metadata(["a": "b\r\nHost: c"]) }
    }

    @Test func bucketIsNeverDeletedForWantOfAKey() async {
        await #expect(processExitsWith: .failure) {
            // Whatever else could fail is no failure of this process.
            guard let settings = try? StrangeServer.settings("http://127.0.0.1:1") else { return }
            let client = S3Client(
                settings, patience: S3Patience(total: .zero), connections: 1)
            try? await client.delete("bucket", "")
        }
    }
}
