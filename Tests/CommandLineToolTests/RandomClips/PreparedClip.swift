import Foundation
import TestSupport

/// What the programs `ffprobe` and `ffmpeg` make of an output: packets rather than what headers say.
struct PreparedClip: Sendable {
    let probe: Facts
    let topBoxes: [String]
    let bytes: Int
    /// The middles of the four quarters of each picture: red, green, blue.
    let pictures: [[[Int]]]
    /// Seconds at which sound is heard first and last.
    let heard: ClosedRange<Double>?

    /// The lines in which the programs complain.
    let complaints: String

    struct Facts: Decodable, Sendable {
        let streams: [Stream]
        let packets: [Packet]
        let format: Format
    }

    struct Format: Decodable, Sendable {
        let duration: String?
        let tags: [String: String]?
    }

    struct Stream: Decodable, Sendable {
        let codecType: String
        let codecName: String
        let codecTagString: String
        let profile: String?
        let level: Int?
        let width: Int?
        let height: Int?
        let pixFmt: String?
        let colorRange: String?
        let fieldOrder: String?
        let sampleAspectRatio: String?
        let avgFrameRate: String
        let sampleRate: String?
        let channels: Int?
        let duration: String?
        let nbReadFrames: String?
        let tags: [String: String]?
        let sideDataList: [SideData]?
    }

    struct SideData: Decodable, Sendable { let sideDataType: String? }

    struct Packet: Decodable, Sendable {
        let codecType: String
        let ptsTime: String?
        let durationTime: String?
        let flags: String

        var time: Double { ptsTime.flatMap { Double($0) } ?? .nan }
        var end: Double { time + (durationTime.flatMap { Double($0) } ?? 0) }
    }

    var video: Stream? { probe.streams.first { $0.codecType == "video" } }
    var audio: Stream? { probe.streams.first { $0.codecType == "audio" } }

    func packets(_ type: String) -> [Packet] { probe.packets.filter { $0.codecType == type } }

    /// Seconds at which the last packet of a kind ends.
    func end(_ type: String) -> Double { packets(type).map(\.end).max() ?? 0 }

    /// The latest moment of all that the file says or does.
    var latest: Double {
        let stated = ([probe.format.duration] + probe.streams.map(\.duration))
            .compactMap { $0.flatMap { Double($0) } }
        return (stated + probe.packets.map(\.end)).max() ?? 0
    }
}
