import Testing

@testable import Cluster

@Suite struct StreamNamesTests {
    @Test func deploymentsShareNoStreamAndNoSubject() throws {
        let names = try #require(StreamNames("Team_A-1"))
        #expect(names.jobs == "Team_A-1_JOBS")
        #expect(names.results == "Team_A-1_RESULTS")
        #expect(names.job("b") == "team_a-1.job.b")
        #expect(names.batch("b") == "team_a-1.batch.b")
        #expect(names.result("b", "s") == "team_a-1.result.b.s")
        #expect(names.dead("b", "s") == "team_a-1.dead.b.s")
    }

    @Test func everySubjectBelongsToExactlyOneStream() throws {
        let names = try #require(StreamNames("PUSHMEDIA"))
        let patterns = names.jobSubjects + names.resultSubjects
        for subject in [
            names.job("b"), names.batch("b"), names.result("b", "s"), names.dead("b", "s"),
        ] {
            #expect(patterns.filter { Self.matches(subject, $0) }.count == 1, "\(subject)")
        }
        #expect(names.jobSubjects.contains { Self.matches(names.job("b"), $0) })
    }

    @Test(arguments: [
        ("PUSHMEDIA", true), ("a", true), ("a-b_C9", true),
        (String(repeating: "x", count: 64), true),
        ("", false), (String(repeating: "x", count: 65), false), ("a.b", false), ("a b", false),
        ("*", false), (">", false), ("é", false), ("a/b", false), ("a\n", false), ("..", false),
    ])
    func namesAreWhatSubjectsAndKeysTake(text: String, isName: Bool) {
        #expect(StreamNames.isName(text) == isName)
        #expect((StreamNames(text) != nil) == isName)
    }

    private static func matches(_ subject: String, _ pattern: String) -> Bool {
        let (tokens, wanted) = (subject.split(separator: "."), pattern.split(separator: "."))
        return tokens.count == wanted.count
            && zip(tokens, wanted).allSatisfy { $1 == "*" || $0 == $1 }
    }
}
