import Glibc
import Storage
import TestSupport
import Testing

@Suite(.temporaryDirectory)
struct DirectoryTests {
    let root = BytePath(TemporaryDirectory.current)

    @Test func entriesAreSortedByBytesWithoutDots() throws {
        for name in ["b", "é", "a b", "B", ".hidden", "a"] { try put([], BytePath(name)) }
        #expect(try names(in: "") == [".hidden", "B", "a", "a b", "b", "é"])
    }

    @Test func emptyFolderHasNoEntries() throws {
        #expect(try Directory.entries(of: root).isEmpty)
    }

    @Test func namesMayBeAnyBytes() throws {
        let name = BytePath(bytes: [0x63, 0xe9, 0x0a, 0xff])
        try put([1, 2, 3], name)
        let entry = try #require(try Directory.entries(of: root).first)
        #expect(entry.name == name)
        #expect(try FileStatus.of(root.appending(entry.name)).size == 3)
        #expect(try OpenFile(reading: root.appending(name)).bytes(count: 10) == [1, 2, 3])
    }

    @Test func longestNamesAreWhole() throws {
        let name = BytePath(bytes: Array(repeating: UInt8(ascii: "n"), count: 255))
        try put([], name)
        #expect(try Directory.entries(of: root).map(\.name) == [name])
    }

    @Test func kindsAreThoseOfTheEntriesThemselves() throws {
        try put([1], "file")
        try makeFolder("folder")
        try link("link to file", to: "file")
        try link("link to nothing", to: "nothing")
        try #require(mkfifo(here("pipe").text, 0o600) == 0)
        let entries = try Directory.entries(of: root)
        #expect(entries.map(\.kind) == [.file, .directory, .symlink, .symlink, .other])
    }

    @Test func folderThatIsMissingOrIsAFileIsAnError() throws {
        try put([], "file")
        let missing = #expect(throws: StorageError.self) {
            try Directory.entries(of: here("missing"))
        }
        #expect(missing?.kind == .system(ENOENT))
        let file = #expect(throws: StorageError.self) { try Directory.entries(of: here("file")) }
        #expect(file?.kind == .system(ENOTDIR))
    }

    @Test func nulInAPathIsRefused() throws {
        let error = #expect(throws: StorageError.self) {
            try Directory.entries(of: BytePath(bytes: root.bytes + [0, 1]))
        }
        #expect(error?.kind == .system(EINVAL))
    }
}

@Suite(.temporaryDirectory)
struct FileStatusTests {
    @Test func statusOfAPathAndOfItsDescriptorAreTheSame() throws {
        try put(Array(repeating: 1, count: 1234), "file")
        let file = try OpenFile(reading: here("file"))
        let status = try FileStatus.of(here("file"))
        #expect(status == (try FileStatus.of(descriptor: file.descriptor)))
        #expect(status.size == 1234)
        #expect(status.kind == .file)
    }

    @Test func modificationTimeIsInNanoseconds() throws {
        try put([], "file")
        let times = [timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 1_700_000_000, tv_nsec: 7)]
        try #require(utimensat(AT_FDCWD, here("file").text, times, 0) == 0)
        let status = try FileStatus.of(here("file"))
        #expect(status.modified == 1_700_000_000_000_000_007)
        // This one cannot be set.
        #expect(status.changed > status.modified)
    }

    @Test func linkIsFollowedOnlyOnRequest() throws {
        try put([1], "file")
        try link("link", to: "file")
        #expect(try FileStatus.of(here("link")).kind == .symlink)
        let followed = try FileStatus.of(here("link"), followingLinks: true)
        #expect(followed == (try FileStatus.of(here("file"))))
    }

    @Test func bytesAreReadFromAnyPlace() throws {
        try put(Array(0..<200), "file")
        let file = try OpenFile(reading: here("file"))
        #expect(try file.bytes(at: 10, count: 3) == [10, 11, 12])
        #expect(try file.bytes(at: 198, count: 10) == [198, 199])
        #expect(try file.bytes(at: 300, count: 10).isEmpty)
        #expect(try file.bytes(count: 0).isEmpty)
    }

    @Test func whatIsNoFileIsRefusedWithoutWaiting() throws {
        try #require(mkfifo(here("pipe").text, 0o600) == 0)
        try #require(symlink("/dev/zero", here("link").text) == 0)
        for path in [here("pipe"), here("link"), BytePath("/dev/zero"), here(".")] {
            #expect(throws: StorageError.self) { try OpenFile(reading: path) }
        }
    }

    @Test func digestEndsWhenNobodyWantsItAndWithTheGivenCount() throws {
        try put(Array(repeating: 7, count: 300_000), "file")
        let file = try OpenFile(reading: here("file"))
        let error = #expect(throws: StorageError.self) { try file.digest { false } }
        #expect(error?.isCancellation == true)
        #expect(try file.digest(count: 3) == SHA256Digest.of([7, 7, 7]))
    }
}

struct StorageErrorTests {
    @Test(arguments: [
        (ENOSPC, StorageError.Kind.outOfSpace), (EDQUOT, .outOfSpace), (EROFS, .notWritable),
        (EACCES, .notWritable), (EPERM, .notWritable), (EIO, .system(EIO)),
        (ENOENT, .system(ENOENT)),
    ])
    func kindFollowsFromErrno(code: Int32, kind: StorageError.Kind) {
        #expect(StorageError(operation: "write", path: "file", errno: code).kind == kind)
    }

    @Test func descriptionSaysWhatHappenedWhere() {
        let error = StorageError(
            operation: "rename", path: BytePath(bytes: [0x61, 0xff]), errno: ENOSPC)
        #expect("\(error)" == "a%FF: rename: No space left on device")
    }
}
