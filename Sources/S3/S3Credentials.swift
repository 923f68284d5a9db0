internal import HTTP

/// Whose requests they are; shows nothing of itself.
struct S3Credentials: Sendable {
    let accessKey: String
    let secretKey: String
    let sessionToken: String?

    init(environment: (String) -> String?) throws(S3Error) {
        func required(_ name: String) throws(S3Error) -> String {
            guard let value = environment(name) else {
                throw S3Error(operation: "settings", subject: name, kind: .missingCredentials)
            }
            return value
        }
        accessKey = try required("AWS_ACCESS_KEY_ID")
        secretKey = try required("AWS_SECRET_ACCESS_KEY")
        sessionToken = environment("AWS_SESSION_TOKEN")
        guard Header.canHold(accessKey + (sessionToken ?? "")) else {
            throw S3Error(
                operation: "settings", subject: "AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN",
                kind: .wrongCredentials(code: "NotPlainASCII"))
        }
    }
}

extension S3Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "credentials" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
