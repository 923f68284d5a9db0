/// A line of a request's head.
package struct Header: Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        // Anything else could end the line and begin another header.
        precondition(Self.canHold(value), "a header's value is plain ASCII")
        self.name = name
        self.value = value
    }

    package static func canHold(_ value: String) -> Bool {
        value.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }
}
