import Testing

@testable import Cluster

@Suite struct NATSSettingsTests {
    private func settings(
        _ servers: String? = nil, _ environment: [String: String] = [:], file: String? = nil
    ) throws(ClusterError) -> NATSSettings {
        try NATSSettings(servers: servers, credentialsFile: file) { environment[$0] }
    }

    @Test func thisMachineIsTheDefault() throws {
        let settings = try settings()
        #expect(settings.servers == ["nats://127.0.0.1:4222"])
        #expect(settings.user == nil && settings.password == nil && settings.token == nil)
        #expect(settings.credentialsFile == nil && !settings.isSecure)
    }

    @Test func environmentIsTakenWhereNothingIsTyped() throws {
        let environment = [
            "NATS_URL": "nats://far:1", "NATS_CREDS": "a.creds", "NATS_USER": "u",
            "NATS_PASSWORD": "p", "NATS_TOKEN": "t", "NATS_CA": "ca", "NATS_CERT": "cert",
            "NATS_KEY": "key",
        ]
        let taken = try settings(nil, environment)
        #expect(taken.servers == ["nats://far:1"] && taken.credentialsFile == "a.creds")
        #expect(taken.user == "u" && taken.password == "p" && taken.token == "t")
        #expect(taken.authorities == "ca" && taken.certificate == "cert" && taken.key == "key")
        let typed = try settings("nats://near", environment, file: "b.creds")
        #expect(typed.servers == ["nats://near"] && typed.credentialsFile == "b.creds")
    }

    @Test func emptyVariablesCountAsMissing() throws {
        let settings = try settings(nil, ["NATS_URL": "", "NATS_USER": "", "NATS_CA": ""])
        #expect(settings.servers == ["nats://127.0.0.1:4222"])
        #expect(settings.user == nil && !settings.isSecure)
    }

    @Test(arguments: [
        ("host", ["nats://host"]), ("host:1", ["nats://host:1"]),
        ("a:1, nats://b:2 ,tls://c", ["nats://a:1", "nats://b:2", "tls://c"]),
        ("[::1]:4222", ["nats://[::1]:4222"]), ("a,,b", ["nats://a", "nats://b"]),
    ])
    func listsOfServersAreParted(text: String, servers: [String]) throws {
        #expect(try settings(text).servers == servers)
    }

    @Test(arguments: [
        "http://x", "nats://", "", ",", " ", "nats://a:0", "nats://a:70000", "a,ws://b",
    ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect {
            _ = try settings(text)
        } throws: { error in
            if case .wrongAddress = (error as? ClusterError)?.kind { true } else { false }
        }
    }

    @Test(arguments: [
        ("nats://u:secret@a:1,b", "nats://a:1,nats://b"), ("secret@a", "nats://a"),
        ("tls://u:se@cret@a", "tls://a"), ("nats://a", "nats://a"),
    ])
    func credentialsAreNotShown(text: String, shown: String) throws {
        #expect(try settings(text).shown == shown)
    }

    @Test func credentialsAreNotShownInAnError() {
        #expect {
            _ = try settings("http://u:secret@a")
        } throws: { error in
            !"\(error)".contains("secret")
        }
    }

    @Test func anyWordOfTLSMakesItSecure() throws {
        #expect(try settings("nats://a,tls://b").isSecure)
        #expect(try settings("nats://a", ["NATS_CA": "ca"]).isSecure)
        #expect(try settings("nats://a", ["NATS_CERT": "cert"]).isSecure)
        #expect(try !settings("nats://a").isSecure)
    }
}
