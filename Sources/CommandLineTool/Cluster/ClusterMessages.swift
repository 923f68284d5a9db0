internal import Cluster

/// The words for what goes wrong with the cluster's queue.
enum ClusterMessages {
    static func failure(_ error: ClusterError) -> String {
        let place = Console.quoted(error.subject)
        return switch error.kind {
        case .unreachable(let cause):
            "\(place): cannot \(error.operation): the queue's servers do not answer: "
                + Console.quoted(cause)
        case .wrongCredentials:
            "\(place): the credentials are refused; check --creds, or NATS_USER and NATS_PASSWORD, or NATS_TOKEN"
        case .notPermitted(let cause):
            "\(place): the user may not \(error.operation): \(Console.quoted(cause))"
        case .wrongAddress(let text):
            "\(Console.quoted(text)) is no address of a queue; write nats://HOST:PORT or tls://HOST:PORT"
        case .wrongFile(let file):
            "\(Console.quoted(file)): it cannot be used to connect; it must be a file in its right form"
        case .streamDiffers(let stream, let what, let found, let wanted):
            "stream \(Console.quoted(stream)): its \(what) are \(Console.quoted(found)), not "
                + "\(Console.quoted(wanted)); use another --stream, or change it"
        case .tooFewServers(let replicas):
            "the queue's servers cannot keep \(replicas) copies of a message; start more, or lower --replicas"
        case .newerMessage(let schema):
            "the queue holds a message of \(Console.quoted(schema)), which this version does not know; "
                + "use a newer pushmedia"
        case .otherProfile(let name):
            "a job asks for profile \(Console.quoted(name)) as another version has it; "
                + "use the same pushmedia everywhere"
        case .noBatch(let name):
            "there is no batch \(Console.quoted(name)), or its list is gone; submit it again"
        case .unexpected(let cause):
            "\(place): cannot \(error.operation): \(Console.quoted(cause))"
        }
    }
}
