import AttachmentRules
import CodecLink
import Foundation
import Preparation
import Testing

@testable import Cluster

@Suite struct JobOptionsTests {
    private static let versions = CodecVersions(libvips: "1", ffmpeg: "2")

    private static func options(
        _ change: (inout PreparationOptions) -> Void
    ) throws -> PreparationOptions {
        var options = PreparationOptions(profile: try Profile.named("ios"))
        change(&options)
        return options
    }

    private static let changes: [@Sendable (inout PreparationOptions) -> Void] = [
        { _ in },
        { $0.fit = .cover },
        { $0.fit = .contain },
        { $0.start = 1.1 },
        { $0.start = 0.1 + 0.2 },
        { $0.background = 0 },
        { $0.background = 0xFFFFFF },
        { $0.allowed = [.svg] },
        { $0.allowed = Set(PreparationOptions.allowable) },
        { $0.repairs = true },
        { $0.dropsSilence = true },
        { $0.animation = .gif },
        { $0.animation = .video },
        { $0.loudness = -16.3 },
        { $0.maxOutputBytes = 1 << 40 },
        { $0.profile.safety.maxInputBytes.value = 7 },
        { $0.profile.safety.maxPixels.value = 7 },
        { $0.profile.safety.maxMetadataBytes.value = 7 },
        { $0.profile.safety.maxFrames.value = 7 },
        { $0.profile.safety.maxStreams.value = 7 },
    ]

    @Test(arguments: ["ios", "ios-sound"])
    func everyOptionSurvivesTheWay(profile: String) throws {
        var settings: Set<String> = []
        for change in Self.changes {
            var options = PreparationOptions(profile: try Profile.named(profile))
            change(&options)
            let sent = try JSONEncoder().encode(JobOptions(options))
            let received = try JSONDecoder().decode(JobOptions.self, from: sent).preparation()
            #expect(
                received.settings(versions: Self.versions)
                    == options.settings(versions: Self.versions))
            #expect(received.codecLimits == options.codecLimits)
            #expect(received.fit == options.fit && received.start == options.start)
            #expect(received.background == options.background)
            #expect(received.allowed == options.allowed && received.repairs == options.repairs)
            #expect(received.dropsSilence == options.dropsSilence)
            #expect(received.animation == options.animation)
            #expect(received.loudness == options.loudness)
            settings.insert(received.settings(versions: Self.versions))
        }
        // Each of them makes a difference.
        #expect(settings.count == Self.changes.count)
    }

    @Test(arguments: [[], ["android"], ["web", "ios"]])
    func profileOfOnesOwnGoesAlong(others: [String]) throws {
        let own = #"""
            {"schema": "pushmedia-profile/1", "name": "newsroom", "summary": "s", "subject": "a",
            "extends": "ios", "advice": [], "image":
            {"maxBytes": {"value": 40000, "basis": "own", "source": "s", "date": "2026-11"}}}
            """#
        var profiles = try others.map { try Profile.named($0) }
        profiles.append(try Profile(data: Data(own.utf8)))
        let options = PreparationOptions(profile: try Profile.strictest(of: profiles))
        let sent = try JSONEncoder().encode(JobOptions(options))
        let received = try JSONDecoder().decode(JobOptions.self, from: sent).preparation()
        #expect(received.profileDigest == options.profileDigest)
        #expect(received.profile.image?.maxBytes.value == 40000)
        #expect(received.profile.name == options.profile.name)
        // What the workers of an earlier version take is as it was.
        let known = try JSONEncoder().encode(JobOptions(Self.options { _ in }))
        #expect(!String(decoding: known, as: UTF8.self).contains("ownProfiles"))
    }

    /// Whoever adds an option has to send it, too.
    @Test func noOptionIsForgotten() throws {
        let options = try Self.options { _ in }
        #expect(Mirror(reflecting: options).children.count == 10)
    }

    @Test func otherProfileUnderTheSameNameIsRefused() throws {
        let sent = try JSONEncoder().encode(JobOptions(Self.options { _ in }))
        var json = try #require(JSONSerialization.jsonObject(with: sent) as? [String: Any])
        for (key, value) in [("profileSHA256", "0000"), ("profile", "tv")] {
            let before = json[key]
            json[key] = value
            let data = try JSONSerialization.data(withJSONObject: json)
            let received = try JSONDecoder().decode(JobOptions.self, from: data)
            #expect {
                _ = try received.preparation()
            } throws: { error in
                if case .otherProfile = (error as? ClusterError)?.kind { true } else { false }
            }
            json[key] = before
        }
    }
}
