/// What a payload says of the thumbnail: its square, and its time in what moves.
struct PayloadThumbnailCheck {
    private(set) var offences: [(PayloadRuleID, String)] = []
    private let content: JSONValue

    init(_ content: JSONValue) {
        self.content = content
        checkSquare([Payload.clippingRectKey], ["X", "Y", "Width", "Height"])
        checkTime([Payload.thumbnailTimeKey])
        for key in PayloadMediaPlace.airshipKeys {
            checkSquare([key, "options", "crop"], ["x", "y", "width", "height"])
            checkTime([key, "options", "time"])
        }
    }

    private mutating func checkSquare(_ path: [String], _ keys: [String]) {
        guard let value = content[path] else { return }
        let name = path.joined(separator: ".")
        let numbers = keys.compactMap { value[$0]?.number }
        guard numbers.count == keys.count else {
            let list = keys.joined(separator: ", ")
            return offences.append((.clippingRect, "\(name) is no object of the numbers \(list)"))
        }
        let rect = ThumbnailClippingRect(
            x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard !rect.isInsideUnit else { return }
        let shown = numbers.map { "\($0)" }.joined(separator: ", ")
        offences.append((.clippingRect, "\(name) is \(shown), which reaches outside the picture"))
    }

    private mutating func checkTime(_ path: [String]) {
        guard let value = content[path] else { return }
        guard let time = value.number, time >= 0 else {
            return offences.append(
                (
                    .thumbnailTime,
                    "\(path.joined(separator: ".")) is \(value.shown), not a number from 0 on"
                ))
        }
    }
}
