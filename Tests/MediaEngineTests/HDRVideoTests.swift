import AttachmentRules
import CodecLink
import Foundation
import TestSupport
import Testing

/// HDR videos as SDR: what their light becomes, computed here once more from the standards.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct HDRVideoTests {
    /// Red, green and blue in nits, in the primaries of BT.2020.
    private static let patches: [[Double]] = [
        [0, 0, 0], [5, 5, 5], [20, 20, 20], [50, 50, 50], [100, 100, 100], [203, 203, 203],
        [400, 400, 400], [1_000, 1_000, 1_000], [4_000, 4_000, 4_000], [203, 50, 50],
        [50, 203, 50], [50, 50, 203],
        [203, 203, 50], [400, 100, 100], [100, 20, 20],
    ]
    private static let side = 32

    /// SMPTE ST 2084: nits from and to numbers.
    private static func pq(_ nits: Double) -> Double {
        let y = pow(nits / 10_000, 2610.0 / 16384)
        return pow((107.0 / 128 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 32)
    }

    private static func nits(_ number: Double) -> Double {
        let power = pow(number, 32.0 / 2523)
        let ratio = max(power - 107.0 / 128, 0) / (2413.0 / 128 - 2392.0 / 128 * power)
        return 10_000 * pow(ratio, 16384.0 / 2610)
    }

    /// BT.2100's HLG for a screen of 1000 nits: numbers that give a colour's nits.
    private static func hlg(_ colour: [Double]) -> [Double] {
        let luminance = 0.2627 * colour[0] + 0.6780 * colour[1] + 0.0593 * colour[2]
        guard luminance > 0 else { return [0, 0, 0] }
        let scene = pow(luminance / 1_000, 1 / 1.2)
        return colour.map { nits in
            let light = nits / 1_000 * scene / (luminance / 1_000)
            return light <= 1.0 / 12
                ? (3 * light).squareRoot()
                : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
        }
    }

    /// BT.2390's curve from 1000 nits to so many; what is brighter than 1000 shares the rest to 203.
    private static func compressed(_ light: Double, to white: Double) -> Double {
        let most = pq(1_000)
        if light > 1_000 { return white + (203 - white) * (pq(light) - most) / (1 - most) }
        let target = pq(white) / most
        let knee = 1.5 * target - 0.5
        let value = min(pq(light) / most, 1)
        guard value > knee else { return light }
        let t = (value - knee) / (1 - knee)
        let (t2, t3) = (t * t, t * t * t)
        return nits(
            most
                * ((2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee)
                    + (3 * t2 - 2 * t3) * target))
    }

    private static func toBT709(_ c: [Double]) -> [Double] {
        [
            1.660491 * c[0] - 0.587641 * c[1] - 0.072850 * c[2],
            -0.124550 * c[0] + 1.132900 * c[1] - 0.008349 * c[2],
            -0.018151 * c[0] - 0.100579 * c[1] + 1.118730 * c[2],
        ]
    }

    /// sRGB that a patch should become.
    private static func expected(_ patch: [Double], white: Double) -> Colour {
        let brightest = max(toBT709(patch).max() ?? 0, 0.001)
        let whole = compressed(brightest, to: white) / brightest
        let bent = patch.map { $0 > 0 ? $0 * (whole + compressed($0, to: white) / $0) / 2 : 0 }
        let shown = toBT709(bent).map { light -> UInt8 in
            let share = min(max(light / 203, 0), 1)
            let number = share <= 0.0031308 ? share * 12.92 : 1.055 * pow(share, 1 / 2.4) - 0.055
            return UInt8((number * 255).rounded())
        }
        return Colour(red: shown[0], green: shown[1], blue: shown[2])
    }

    /// Patches side by side, as lossless H.264 of 10 bits.
    private func video(_ transfer: String) async throws -> String {
        var row: [UInt8] = []
        for patch in Self.patches {
            let numbers = transfer == "smpte2084" ? patch.map(Self.pq) : Self.hlg(patch)
            let pixel = numbers.flatMap { number -> [UInt8] in
                let wide = UInt16((min(max(number, 0), 1) * 65_535).rounded())
                return [UInt8(wide & 255), UInt8(wide >> 8)]
            }
            for _ in 0..<Self.side { row += pixel }
        }
        let rows = Array((0..<Self.side).map { _ in row }.joined())
        let raw = try OpenedFile.write(rows, as: "hdr.raw")
        let width = Self.side * Self.patches.count
        try await Media.ffmpeg([
            "-f", "rawvideo", "-pix_fmt", "rgb48le", "-s", "\(width)x\(Self.side)", "-r", "10",
            "-i", raw, "-vf",
            "loop=4:1,scale=out_color_matrix=bt2020:out_range=tv:flags=accurate_rnd,"
                + "format=yuv444p10le",
            "-c:v", "libx264", "-qp", "0", "-color_primaries", "bt2020", "-color_trc", transfer,
            "-colorspace", "bt2020nc", "hdr.mp4",
        ])
        return TemporaryDirectory.current + "/hdr.mp4"
    }

    /// PQ does not say how bright it gets; HLG ends at 1000 nits.
    @Test(arguments: [("smpte2084", 195.0), ("arib-std-b67", 203)])
    func lightBecomesWhatTheStandardsSay(_ transfer: String, _ white: Double) async throws {
        let source = try await video(transfer)
        let facts = try #require(try await SharedEngine.probe(source, .mp4).clip?.video)
        #expect(facts.isHDR)
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(audio: .drop), as: "sdr.mp4")
        let video = try #require(try await ClipFile(rendered.path).probe.video)
        #expect(video.pixFmt == "yuv420p" && video.colorSpace == "bt709")
        #expect(video.frames == 5)
        let after = try #require(try await SharedEngine.probe(rendered.path, .mp4).clip?.video)
        #expect(after.transfer == "bt709" && after.primaries == "bt709" && !after.isHDR)
        let pixels = try await Pixels(of: rendered.path)
        for (place, patch) in Self.patches.enumerated() where white < 203 || patch[0] <= 1_000 {
            let seen = pixels[place * Self.side + Self.side / 2, Self.side / 2, 2]
            let expected = Self.expected(patch, white: white)
            #expect(seen.isNear(expected, by: 5), "\(patch) nits: \(seen), not \(expected)")
        }
    }
}
