import AttachmentRules
import Preparation
import Testing

@testable import Cluster

/// What a message must say to be carried out: anybody who may publish can write one.
struct JobMessageTests {
    private let job: JobMessage

    init() throws {
        job = JobMessage(
            request: "1", round: 0, batch: "b", name: "summer/a.jpg",
            object: RemoteObject(address: "s3://bucket/in/summer/a.jpg", bytes: 1, version: "v"),
            isContested: false, output: "s3://bucket/out",
            options: JobOptions(PreparationOptions(profile: try Profile.named("ios"))))
    }

    @Test func submittedJobIsSound() {
        #expect(job.isSound)
    }

    @Test(arguments: [
        "", "/", ".", "/etc/a.jpg", "../a.jpg", "a/../../b.jpg", "a\0.jpg", "a//b.jpg", "a/",
        ".pushmedia/a.jpg",
    ])
    func nameThatIsNoPathInsideIsNone(name: String) {
        var job = job
        job.name = name
        #expect(!job.isSound)
    }

    @Test func objectWithoutAKeyIsNone() {
        var job = job
        job.object.address = "s3://bucket"
        #expect(!job.isSound)
    }

    @Test(arguments: ["", "/tmp/out", "s3://", "file:///tmp", "s3:///x"])
    func placeThatIsNoAddressIsNone(place: String) {
        var job = job
        job.output = place
        #expect(!job.isSound)
        job.output = "s3://bucket/out"
        job.object.address = place
        #expect(!job.isSound)
    }

    @Test(arguments: ["", "a.b", "a b", "*", ">", "é"])
    func batchThatCannotBeInASubjectIsNone(batch: String) {
        var job = job
        job.batch = batch
        #expect(!job.isSound)
    }

    @Test(arguments: [-1, Int.min, Int.max]) func attemptsBeyondReasonAreNone(attempts: Int) {
        var job = job
        job.attempts = attempts
        #expect(!job.isSound)
    }
}
