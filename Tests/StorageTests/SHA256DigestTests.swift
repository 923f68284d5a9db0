import Glibc
import Storage
import TestSupport
import Testing

/// The vectors of FIPS 180-4's examples.
@Suite(.temporaryDirectory)
struct SHA256DigestTests {
    static let vectors = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test(arguments: vectors)
    func knownDigests(text: String, hex: String) throws {
        #expect(SHA256Digest.of(Array(text.utf8)).hex == hex)
        let file = try openFile(Array(text.utf8))
        #expect(try file.digest().hex == hex)
    }

    @Test func millionBytesTakeManyChunks() throws {
        let hex = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        var hasher = SHA256()
        for start in stride(from: 0, to: bytes.count, by: 1000) {
            hasher.update(Array(bytes[start..<(start + 1000)]))
        }
        #expect(hasher.finish().hex == hex)

        let file = try openFile(bytes)
        #expect(try file.digest().hex == hex)
    }

    @Test func positionOfTheDescriptorIsNeitherUsedNorMoved() throws {
        let file = try openFile(Array("abc".utf8))
        lseek(file.descriptor, 2, SEEK_SET)
        let digest = try file.digest()
        #expect(digest == .of(Array("abc".utf8)))
        #expect(lseek(file.descriptor, 0, SEEK_CUR) == 2)
    }

    @Test func hexIsReadBack() {
        let digest = SHA256Digest.of([1, 2, 3])
        #expect(SHA256Digest(hex: digest.hex) == digest)
        #expect(SHA256Digest(hex: digest.hex.uppercased()) == digest)
        #expect(SHA256Digest(bytes: digest.bytes) == digest)
    }

    @Test(arguments: [
        "", "00", String(repeating: "g", count: 64), String(repeating: "0", count: 66),
        String(repeating: "０", count: 64),
    ])
    func otherTextIsNoDigest(hex: String) {
        #expect(SHA256Digest(hex: hex) == nil)
    }

    @Test func directoryHasNoDigest() throws {
        let error = #expect(throws: StorageError.self) {
            try OpenFile(reading: BytePath(TemporaryDirectory.current))
        }
        #expect(error?.kind == .system(EISDIR))
    }

    private func openFile(_ bytes: [UInt8]) throws -> OpenFile {
        try put(bytes, "input")
        return try OpenFile(reading: here("input"))
    }
}
