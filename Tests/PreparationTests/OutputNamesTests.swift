import Preparation
import Storage
import Testing

@Suite struct OutputNamesTests {
    private func names(_ sources: [(String, String)]) -> [String] {
        OutputNames.assign(
            to: sources.map {
                OutputNames.Candidate(source: BytePath($0.0), fileExtension: $0.1)
            }
        ).map(\.text)
    }

    @Test(arguments: [
        ("summer/hero.heic", "jpg", "summer/hero.jpg"),
        ("noextension", "png", "noextension.png"),
        ("photo.jpeg?w=720&h=405", "jpg", "photo.jpg"),
        ("-rf.jpg", "jpg", "-rf.jpg"),
        ("two  spaces .jpg", "jpg", "two  spaces .jpg"),
    ])
    func outputTakesStemAndItsOwnExtension(source: String, type: String, name: String) {
        #expect(names([(source, type)]) == [name])
    }

    @Test func collidingSourcesKeepTheirFullNames() {
        #expect(
            names([("hero.png", "jpg"), ("hero.jpg", "jpg"), ("other.png", "png")])
                == ["hero.png.jpg", "hero.jpg.jpg", "other.png"])
    }

    @Test func outputsOfDifferentTypesDoNotCollide() {
        #expect(names([("clip.mov", "mp4"), ("clip.png", "png")]) == ["clip.mp4", "clip.png"])
    }

    @Test func namesThatDifferInCaseOrAccentsAloneCollide() {
        let composed = "caf\u{E9}.png"
        let decomposed = "cafe\u{301}.jpg"
        #expect(
            names([(composed, "jpg"), (decomposed, "jpg")])
                == [composed + ".jpg", decomposed + ".jpg"])
        #expect(names([("A.png", "png"), ("a.gif", "png")]) == ["A.png.png", "a.gif.png"])
    }

    @Test func fullNamesThatStillCollideAreNumbered() {
        let composed = "caf\u{E9}.jpg"
        let decomposed = "cafe\u{301}.jpg"
        #expect(
            names([(composed, "jpg"), (decomposed, "jpg")])
                == [composed + ".jpg", decomposed + "-2.jpg"])
    }

    @Test func fullNameGivesWayToNobodysStem() {
        let given = names([("hero.png", "jpg"), ("hero.jpg", "jpg"), ("hero.png.gif", "jpg")])
        #expect(Set(given).count == 3)
        #expect(given[1] == "hero.jpg.jpg")
    }

    @Test func bytesThatAreNoTextAreSpeltOut() {
        let candidate = OutputNames.Candidate(
            source: BytePath(bytes: Array("latin1-".utf8) + [0xE9] + Array(".jpg".utf8)),
            fileExtension: "jpg")
        #expect(OutputNames.assign(to: [candidate]).map(\.text) == ["latin1-%E9.jpg"])
    }

    @Test func longNameIsCutBetweenCharactersAndStaysUnique() {
        let long = String(repeating: "é", count: 125)
        let given = names([(long + "a.webp", "jpg"), (long + "b.webp", "jpg")])
        #expect(given.allSatisfy { $0.utf8.count <= 255 })
        let longer = String(repeating: "é", count: 126)
        let cut = names([(longer + "a.x", "jpeg"), (longer + "b.x", "jpeg")])
        #expect(cut.allSatisfy { $0.utf8.count <= 255 && $0.hasSuffix(".jpeg") })
        #expect(Set(cut).count == 2)
    }

    @Test func folderThatIsLongerAsTextIsCutAsWell() {
        let folders = [UInt8(0xFE), 0xFF].map {
            BytePath(bytes: [UInt8](repeating: $0, count: 255))
        }
        let given = OutputNames.assign(
            to: folders.map {
                OutputNames.Candidate(source: $0.appending("a.png"), fileExtension: "jpg")
            })
        #expect(given.allSatisfy { $0.components.allSatisfy { $0.bytes.count <= 255 } })
        #expect(given.allSatisfy { $0.lastComponent == "a.jpg" })
        #expect(Set(given.map(\.parent)).count == 2)
    }

    @Test(arguments: [
        (" ", " .jpg"), ("  ..", "  ...jpg"), ("photo.", "photo..jpg"), ("photo.jpg ", "photo.jpg"),
        ("CON.png", "CON.jpg"), ("--out", "--out.jpg"),
        // One character of many accents cannot be cut.
        ("e" + String(repeating: "\u{301}", count: 127), "~"),
    ])
    func oddNamesStayNames(source: String, name: String) {
        let given = names([(source, "jpg")])[0]
        #expect(given.hasPrefix(name) && given.hasSuffix(".jpg"))
        #expect(given.utf8.count <= 255)
    }

    @Test func nameOfFourByteCharactersIsCutBetweenThem() {
        let source = String(repeating: "\u{1F600}", count: 63) + "abc"
        let given = names([(source, "jpg")])[0]
        #expect(given.utf8.count <= 255)
        #expect(given.hasPrefix("\u{1F600}") && !given.contains("\u{FFFD}"))
    }

    @Test func onlySourcesThatMightCollideAreContested() {
        let sources = ["hero.png", "hero.jpg", "alone.gif", "x.png", "x.png.gif"]
        let contested = OutputNames.contested(sources.map { BytePath($0) })
        #expect(
            contested == Set(["hero.png", "hero.jpg", "x.png", "x.png.gif"].map { BytePath($0) }))
    }

    @Test func folderOfTheBatchKeepsItsName() {
        let given = names([("hero.jpeg", "jpg"), ("hero.jpg/x.png", "png")])
        #expect(given == ["hero.jpeg.jpg", "hero.jpg/x.png"])
        let contested = OutputNames.contested(["hero.jpeg", "hero.jpg/x.png"])
        #expect(contested.contains("hero.jpeg"))
    }

    @Test func namesDoNotDependOnTheOrderOfTheRest() {
        let one = names([("a/hero.png", "jpg"), ("b/hero.png", "jpg")])
        #expect(one == ["a/hero.jpg", "b/hero.jpg"])
    }

    /// All small batches of these names.
    private static let batches: [[BytePath]] = {
        let names: [BytePath] = [
            "a.jpg", "A.png", "a", "a.jpg.gif", "a.jpg/b.png", "b.png", "a.b/b.jpg",
            "a.b",
        ]
        return (1..<(1 << names.count)).map { bits in
            names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] }
        }.filter { $0.count <= 4 }
    }()

    @Test func contestIsOpenForWhoeverHasARivalForAStemOrAFullName() {
        for batch in Self.batches {
            var contest = OutputNames.Contest()
            for source in batch { contest.add(source) }
            let folders = Set(batch.map(\.parent).filter { !$0.isEmpty })
            for source in batch {
                let rivals = batch.filter { $0 != source } + folders
                let isOpen = rivals.contains { !wanted($0).isDisjoint(with: wanted(source)) }
                #expect(contest.isOpen(for: source) == isOpen, "\(source) in \(batch)")
            }
        }
    }

    /// What an output may be called, but for its type's extension.
    private func wanted(_ source: BytePath) -> Set<String> {
        let (name, ending) = (source.text.lowercased(), source.fileExtension.text)
        return [name, ending.isEmpty ? name : String(name.dropLast(ending.count + 1))]
    }

    @Test func whoeverIsNotContestedGetsThePlainNameWhateverTypesComeOut() {
        let types = ["jpg", "png"]
        for batch in Self.batches where batch.count <= 3 {
            let contested = OutputNames.contested(batch)
            for number in 0..<8 {
                let candidates = batch.enumerated().map { index, source in
                    OutputNames.Candidate(
                        source: source, fileExtension: types[number >> index & 1])
                }
                for (candidate, name) in zip(candidates, OutputNames.assign(to: candidates))
                where !contested.contains(candidate.source) {
                    let stem = candidate.source.lastComponent.stem.text
                    let plain = "\(stem).\(candidate.fileExtension)"
                    #expect(name.lastComponent.text == plain, "\(candidate.source) in \(batch)")
                }
            }
        }
    }
}
