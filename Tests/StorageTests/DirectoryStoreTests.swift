import Glibc
import Storage
import TestSupport
import Testing

@Suite(.temporaryDirectory)
struct DirectoryStoreTests {
    let store: DirectoryStore

    init() throws {
        store = try DirectoryStore(root: here("root"))
    }

    @Test func rootIsMadeWithTheFoldersAroundIt() throws {
        _ = try DirectoryStore(root: here("several/new/folders"))
        #expect(try names(in: "several/new/folders") == [".pushmedia"])
        // One that exists is as good.
        _ = try DirectoryStore(root: here("several/new/folders"))
    }

    @Test func publishedFileIsWholeAndNothingIsLeftStaged() throws {
        let file = try staged([1, 2, 3])
        try store.publish(file, as: "summer/hero.jpg")
        #expect(try get("root/summer/hero.jpg") == [1, 2, 3])
        #expect(try names(in: "root/.pushmedia/staging").isEmpty)
        #expect(try names(in: "root") == [".pushmedia", "summer"])
    }

    @Test func publishedFileOutlivesItsStagedFile() throws {
        do {
            let file = try staged([1])
            try store.publish(file, as: "a.jpg")
        }
        #expect(try get("root/a.jpg") == [1])
    }

    @Test func droppedFileLeavesNothing() throws {
        do {
            let file = try staged([1])
            #expect(try names(in: "root/.pushmedia/staging").count == 1)
            _ = file
        }
        #expect(try names(in: "root/.pushmedia/staging").isEmpty)
        #expect(try names(in: "root") == [".pushmedia"])
    }

    @Test func replacedFileIsAnotherFile() throws {
        try store.publish(staged([1, 1]), as: "a.jpg")
        let old = try OpenFile(reading: here("root/a.jpg"))
        try store.publish(staged([2]), as: "a.jpg")
        // Whoever has the old one open keeps the whole of it.
        #expect(try old.bytes(count: 10) == [1, 1])
        #expect(try get("root/a.jpg") == [2])
        let new = try #require(try store.status(of: "a.jpg"))
        #expect(try new.inode != old.status().inode)
    }

    @Test func fileThatCannotBePublishedIsStillStaged() throws {
        try makeFolder("root/taken")
        let file = try staged([1])
        let error = #expect(throws: StorageError.self) { try store.publish(file, as: "taken") }
        #expect(error?.kind == .system(EISDIR))
        #expect(error?.path == here("root/taken"))
        try store.publish(file, as: "free")
        #expect(try get("root/free") == [1])
    }

    @Test func permissionsAreThoseThatTheUmaskLeaves() async throws {
        // In a process of its own, since all threads share the mask.
        await #expect(processExitsWith: .success) { [root = store.root.text as String] in
            let store = try DirectoryStore(root: BytePath(root))
            for (mask, name) in [(mode_t(0), "open"), (0o077, "private")] {
                umask(mask)
                try store.publish(store.stage(), as: BytePath(name))
            }
        }
        var status = stat()
        try #require(stat(here("root/open").text, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o644)
        try #require(stat(here("root/private").text, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func stagedFileCanBeReadAndIsNotInherited() throws {
        let file = try staged([1, 2, 3])
        var bytes = [UInt8](repeating: 0, count: 3)
        #expect(pread(file.descriptor, &bytes, 3, 0) == 3)
        #expect(bytes == [1, 2, 3])
        #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func copyReplacesWhatWasStaged() throws {
        let contents = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try put(contents, "source")
        let source = try OpenFile(reading: here("source"))
        let file = try staged(Array(repeating: 9, count: 900_000))
        try file.replaceContents(copying: source.descriptor)
        try store.publish(file, as: "copy")
        #expect(try get("root/copy") == contents)
        #expect(try store.digest(of: "copy") == .of(contents))
    }

    @Test func smallFileIsReplacedOnlyWhenItDiffers() throws {
        #expect(try store.replaceContents(of: "manifest.json", with: [1, 2]))
        let first = try store.status(of: "manifest.json")
        #expect(try !store.replaceContents(of: "manifest.json", with: [1, 2]))
        #expect(try store.status(of: "manifest.json") == first)
        for next: [UInt8] in [[1, 3], [1], [], [1, 2, 3]] {
            #expect(try store.replaceContents(of: "manifest.json", with: next))
            #expect(try get("root/manifest.json") == next)
        }
        #expect(try names(in: "root/.pushmedia/staging").isEmpty)
    }

    @Test func finishedFileWaitsForItsNameOutOfSight() throws {
        let waiting = DirectoryStore.waiting.appending("1")
        try store.publish(staged([1]), as: waiting)
        #expect(try names(in: "root") == [".pushmedia"])
        #expect(try store.digest(of: waiting) == .of([1]))
        // Another run's clearing does not touch it.
        try store.clearStaging(keeping: [waiting])
        try store.rename(waiting, to: "summer/hero.jpg")
        #expect(try get("root/summer/hero.jpg") == [1])
        #expect(try store.status(of: waiting) == nil)
    }

    @Test func renamingReplacesWhatHasTheName() throws {
        try store.publish(staged([1]), as: "a/old.jpg")
        try store.publish(staged([2]), as: "b/new.jpg")
        try store.rename("a/old.jpg", to: "b/new.jpg")
        #expect(try get("root/b/new.jpg") == [1])
        #expect(try names(in: "root/a").isEmpty)
    }

    @Test func renamingWhatIsNotThereChangesNothing() throws {
        try store.publish(staged([2]), as: "new.jpg")
        let error = #expect(throws: StorageError.self) {
            try store.rename("none.jpg", to: "new.jpg")
        }
        #expect(error?.kind == .system(ENOENT))
        #expect(try get("root/new.jpg") == [2])
    }

    @Test func nothingHasNeitherStatusNorDigest() throws {
        try put([], "root/file")
        for path: BytePath in ["none", "none/inside", "file/inside"] {
            #expect(try store.status(of: path) == nil)
            #expect(try store.digest(of: path) == nil)
            #expect(try store.open(path) == nil)
            try store.remove(path)
        }
    }

    @Test func folderAndPipeHaveAStatusAndNoDigest() throws {
        try makeFolder("root/folder")
        try #require(mkfifo(here("root/pipe").text, 0o600) == 0)
        #expect(try store.status(of: "folder")?.kind == .directory)
        #expect(try store.digest(of: "folder") == nil)
        #expect(try store.status(of: "pipe")?.kind == .other)
        #expect(try store.digest(of: "pipe") == nil)
    }

    @Test func removedFileIsGone() throws {
        try store.publish(staged([1]), as: "summer/a.jpg")
        try store.remove("summer/a.jpg")
        #expect(try names(in: "root/summer").isEmpty)
    }

    @Test func stagingIsClearedOfWhatAKilledRunLeft() throws {
        try put([1], "root/.pushmedia/staging/left")
        try put([1], "root/.pushmedia/ledger")
        try store.clearStaging(keeping: [])
        #expect(try names(in: "root/.pushmedia/staging").isEmpty)
        #expect(try names(in: "root/.pushmedia") == ["ledger", "staging"])
    }

    @Test func waitingFileThatNobodyKnowsIsCleared() throws {
        for name in ["known", "left"] {
            try store.publish(staged([1]), as: DirectoryStore.waiting.appending(name))
        }
        try store.clearStaging(keeping: [DirectoryStore.waiting.appending("known"), "left"])
        #expect(try names(in: "root/.pushmedia/waiting") == ["known"])
    }

    @Test func stagingThatSomebodyRemovedIsMadeAgain() throws {
        try #require(rmdir(here("root/.pushmedia/staging").text) == 0)
        try store.publish(staged([1]), as: "a.jpg")
        #expect(try get("root/a.jpg") == [1])
    }

    @Test func filesArePublishedAtTheSameTime() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    let file = try store.stage()
                    try file.replaceContents(with: [UInt8(number)])
                    try store.publish(file, as: BytePath("folder/deeper/\(number)"))
                }
            }
            try await group.waitForAll()
        }
        #expect(try names(in: "root/folder/deeper").count == 50)
        #expect(try get("root/folder/deeper/42") == [42])
    }

    private func staged(_ bytes: [UInt8]) throws -> StagedFile {
        let file = try store.stage()
        try file.replaceContents(with: bytes)
        return file
    }
}

/// Names and places that somebody may have chosen with care.
@Suite(.temporaryDirectory)
struct DirectoryStorePathTests {
    let store: DirectoryStore

    init() throws {
        store = try DirectoryStore(root: here("root"))
    }

    @Test func namesMayBeAnyBytes() throws {
        let path = BytePath(bytes: [0xff, 0x2f, 0x0a, 0xe9])
        try store.replaceContents(of: path, with: [1])
        #expect(try get(BytePath("root").appending(path)) == [1])
        #expect(try store.status(of: path)?.size == 1)
    }

    @Test func longestNameIsPublished() throws {
        let name = BytePath(String(repeating: "n", count: 255))
        try store.replaceContents(of: name, with: [1])
        #expect(try store.status(of: name) != nil)
        let error = #expect(throws: StorageError.self) {
            try store.replaceContents(of: name.appending(suffix: "n"), with: [1])
        }
        #expect(error?.kind == .system(ENAMETOOLONG))
        #expect(try names(in: "root/.pushmedia/staging").isEmpty)
    }

    @Test func pathLongerThanTheSystemTakesIsPublished() throws {
        let folder = BytePath(String(repeating: "f", count: 250))
        let path = (0..<20).reduce(folder) { path, _ in path.appending(folder) }
        #expect(path.bytes.count > PATH_MAX)
        try store.replaceContents(of: path.appending("file"), with: [1, 2])
        #expect(try store.digest(of: path.appending("file")) == .of([1, 2]))
        try store.remove(path.appending("file"))
        #expect(try store.status(of: path.appending("file")) == nil)
    }

    @Test(arguments: [
        "", ".", "/", "/etc/passwd", "..", "../outside", "a/../../outside", "a/..",
        ".pushmedia/ledger.sqlite", ".pushmedia", "./.pushmedia/x", ".pushmedia/waiting",
        ".pushmedia/waiting/deeper/x",
    ])
    func placeThatIsNotForAttachmentsIsRefused(path: BytePath) throws {
        for attempt in [
            { _ = try store.replaceContents(of: path, with: [1]) },
            { _ = try store.status(of: path) },
            { _ = try store.digest(of: path) },
            { try store.remove(path) },
            { try store.rename(path, to: "a.jpg") },
            { try store.rename("a.jpg", to: path) },
        ] {
            let error = #expect(throws: StorageError.self) { try attempt() }
            #expect(error?.kind == .system(EINVAL))
        }
        #expect(try names(in: "") == ["root"])
    }

    @Test func folderThatIsALinkIsRefused() throws {
        try makeFolder("outside")
        try put([1], "outside/file")
        try link("root/summer", to: here("outside"))
        let error = #expect(throws: StorageError.self) {
            try store.replaceContents(of: "summer/hero.jpg", with: [1])
        }
        #expect(error?.kind == .system(ENOTDIR))
        #expect(error?.path == here("root/summer"))
        #expect(try store.status(of: "summer/file") == nil)
        try store.remove("summer/file")
        #expect(try names(in: "outside") == ["file"])
    }

    @Test func linkAtTheEndIsReplacedAndItsTargetIsLeftAlone() throws {
        try put([1], "outside")
        try link("root/hero.jpg", to: here("outside"))
        #expect(try store.digest(of: "hero.jpg") == nil)
        // Even if it seems to have the right contents.
        #expect(try store.replaceContents(of: "hero.jpg", with: [1]))
        #expect(try store.status(of: "hero.jpg")?.kind == .file)
        try store.replaceContents(of: "hero.jpg", with: [2])
        #expect(try get("outside") == [1])
    }

    @Test func rootMayBeALink() throws {
        try makeFolder("real")
        try link("alias", to: "real")
        try DirectoryStore(root: here("alias")).replaceContents(of: "file", with: [1])
        #expect(try get("real/file") == [1])
    }

    @Test func rootMayHaveAnyBytes() throws {
        let root = here(BytePath(bytes: [0xfe, 0xff]))
        try DirectoryStore(root: root).replaceContents(of: "file", with: [1])
        #expect(try FileStatus.of(root.appending("file")).size == 1)
    }

    @Test func rootThatIsAFileIsAnError() throws {
        try put([], "file")
        let error = #expect(throws: StorageError.self) { try DirectoryStore(root: here("file")) }
        #expect(error?.kind == .system(ENOTDIR))
    }

    @Test func rootOnAReadOnlyFileSystemIsNotWritable() throws {
        let error = #expect(throws: StorageError.self) { try DirectoryStore(root: "/proc/self") }
        #expect(error != nil)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
    func rootWithoutPermissionIsNotWritable() throws {
        try makeFolder("closed")
        try #require(chmod(here("closed").text, 0o555) == 0)
        let error = #expect(throws: StorageError.self) { try DirectoryStore(root: here("closed")) }
        #expect(error?.kind == .notWritable)
    }
}
