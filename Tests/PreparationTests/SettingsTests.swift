import AttachmentRules
import CodecLink
import Testing

@testable import Preparation

/// What tells a repeated run whether there is anything to do.
struct SettingsTests {
    private let versions = CodecVersions(libvips: "1", ffmpeg: "2")

    private func options() throws -> PreparationOptions {
        PreparationOptions(profile: try Profile.named("ios"))
    }

    /// A set's own order depends on how it came about, and changes from run to run.
    @Test func theOrderOfASetDoesNotMatter() throws {
        let types = PreparationOptions.allowable
        var settings: Set<String> = []
        var orders: Set<[MediaType]> = []
        for capacity in 0..<64 {
            for first in types.indices {
                var allowed = Set<MediaType>(minimumCapacity: capacity)
                for type in types[first...] + types[..<first] { allowed.insert(type) }
                orders.insert(Array(allowed))
                var options = try options()
                options.allowed = allowed
                settings.insert(options.settings(versions: versions))
            }
        }
        #expect(orders.count > 1)
        #expect(settings.count == 1)
    }

    @Test(
        arguments: [
            { $0.profile.safety.maxPixels.value = 1 }, { $0.profile.safety.maxFrames.value = 1 },
            { $0.profile.safety.maxStreams.value = 1 },
            { $0.profile.safety.maxMetadataBytes.value = 1 },
            { $0.profile.safety.maxInputBytes.value = 1 }, { $0.maxOutputBytes = 1 },
        ] as [@Sendable (inout PreparationOptions) -> Void])
    func everyLimitMatters(_ change: @Sendable (inout PreparationOptions) -> Void) throws {
        let plain = try options()
        var other = plain
        change(&other)
        #expect(plain.settings(versions: versions) != other.settings(versions: versions))
    }
}
