import AttachmentRules
import Testing

@Suite struct AttachmentTypeTests {
    private static let sound = AudioFacts(
        codec: "aac", sampleRate: 44_100, channels: 2, end: 1, duration: 1)
    private static let video = VideoFacts(
        codec: "h264", width: 64, height: 48, frameRate: 30, busiestSecond: 30, frames: 30, end: 1,
        duration: 1)

    @Test func namesBelongTogether() {
        #expect(AttachmentType.all.count == 9)
        for type in AttachmentType.all {
            #expect(type.acceptedExtensions.contains(type.fileExtension))
            for name in type.acceptedExtensions {
                #expect(AttachmentType(fileExtension: name.uppercased()) == type)
            }
            #expect(AttachmentType(type.mediaType) == type)
        }
        #expect(AttachmentType(.webp) == nil)
        #expect(AttachmentType.caf.uti == "com.apple.coreaudio-format")
        #expect(AttachmentType.caf.mime == "audio/x-caf")
        #expect(AttachmentType(fileExtension: "heic") == nil)
    }

    @Test(arguments: [MediaType.mp4, .m4a])
    func whatIsInsideDecidesBetweenVideoAndSound(_ type: MediaType) {
        let both = ClipFacts(duration: 1, video: Self.video, audio: Self.sound)
        let alone = ClipFacts(duration: 1, audio: Self.sound)
        #expect(Facts(type: type, bytes: 1, clip: both).attachmentType == .mp4)
        #expect(Facts(type: type, bytes: 1, clip: alone).attachmentType == .m4a)
        #expect(Facts(type: type, bytes: 1, clip: alone).kind == .audio)
    }

    @Test func otherContainersAreNoAttachments() {
        let clip = ClipFacts(duration: 1, video: Self.video)
        for type in [MediaType.mov, .m4v, .threeGP, .matroska, .avi] {
            #expect(Facts(type: type, bytes: 1, clip: clip).attachmentType == nil)
            #expect(Facts(type: type, bytes: 1, clip: clip).kind == .video)
        }
    }

    @Test func everyGIFIsAnAnimation() {
        let picture = PictureFacts(width: 1, height: 1)
        #expect(Facts(type: .gif, bytes: 1, picture: picture).kind == .animation)
        #expect(Facts(type: .webp, bytes: 1, picture: picture).kind == .image)
        let moving = PictureFacts(width: 1, height: 1, frames: 2)
        #expect(Facts(type: .webp, bytes: 1, picture: moving).kind == .animation)
    }

    @Test func unreadFilesHaveTheKindOfTheirType() {
        #expect(Facts(type: .flac, bytes: 1).kind == .audio)
        #expect(Facts(type: .webm, bytes: 1).kind == .video)
        #expect(Facts(type: .heic, bytes: 1).kind == .image)
        #expect(Facts(type: .ogg, bytes: 1).kind == nil)
        #expect(Facts(type: .html, bytes: 1).kind == nil)
    }
}
