extension DeliveryCheck {
    /// What kept the file from coming whole.
    static func faults(_ facts: DeliveryFacts) -> [Finding] {
        switch facts.fault {
        case nil: []
        case .tooLarge(let bytes, let limit):
            [
                Finding(
                    .bytes,
                    "\(bytes.grouped) bytes or more; no more than \(limit.grouped) are fetched"
                )
            ]
        case .cutShort(let cause): [cutShort(cause, facts)]
        case .some(let fault): [Finding(rule(fault), nil, message(fault, facts) + way(facts))]
        }
    }

    private static func rule(_ fault: DeliveryFault) -> DeliveryRuleID {
        switch fault {
        case .malformed: .malformed
        case .scheme: .scheme
        case .credentials: .credentials
        case .specialAddress: .privateAddress
        case .tooManyRedirects: .redirectLimit
        case .redirectScheme, .redirectCredentials, .redirectMalformed: .redirectTarget
        case .untrusted: .untrusted
        case .unreadable: .answer
        case .contentLength: .contentLength
        case .unreachable, .timeout, .cutShort, .tooLarge: .unreachable
        }
    }

    private static func message(_ fault: DeliveryFault, _ facts: DeliveryFacts) -> String {
        switch fault {
        case .malformed:
            "it is no whole address of plain ASCII"
        case .scheme(let scheme):
            "the scheme is \(scheme.shortened), not https, which a device refuses by default"
        case .credentials: "it has a user or password, which are no secret in a payload"
        case .specialAddress(let address, let kind):
            "\(address) is \(kind), not an address of the public Internet"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .redirectScheme(let scheme):
            "the server sends on to \(scheme.shortened), not https, which a device refuses by default"
        case .redirectCredentials: "the server sends on to an address with a user or password"
        case .redirectMalformed: "the server sends on to what is no address"
        case .timeout(let seconds):
            "\(facts.bytes.grouped) bytes came within \(seconds.rounded(to: 1)) s, not the whole file"
        case .untrusted(let cause): "the server cannot be trusted: \(cause.shortened)"
        case .unreadable(let cause): "the answer cannot be read: \(cause.shortened)"
        case .contentLength(let cause):
            "the Content-Length cannot be used: \(cause.shortened)"
        case .unreachable(let cause), .cutShort(let cause):
            "the server cannot be reached: \(cause.shortened)"
        case .tooLarge(let bytes, _): "\(bytes.grouped) bytes or more"
        }
    }

    private static func cutShort(_ cause: String, _ facts: DeliveryFacts) -> Finding {
        guard let announced = facts.contentLength, announced > facts.bytes else {
            return Finding(
                .unreachable, nil,
                "the connection ends before the file does: \(cause.shortened)" + way(facts))
        }
        return Finding(
            .contentLength, nil,
            "the server announces \(announced.grouped) bytes and sends \(facts.bytes.grouped)")
    }
}
