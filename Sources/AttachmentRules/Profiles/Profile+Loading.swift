#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Profile {
    /// The names of all profiles that come with this module.
    public static let names = embedded.map(\.name)

    private static let embedded: [(name: String, bytes: [UInt8])] = [
        ("ios", PackageResources.ios_json), ("ios-sound", PackageResources.ios_sound_json),
        ("android", PackageResources.android_json), ("web", PackageResources.web_json),
        ("airship", PackageResources.airship_json), ("braze", PackageResources.braze_json),
        ("onesignal", PackageResources.onesignal_json),
        ("whatsapp", PackageResources.whatsapp_json), ("mms", PackageResources.mms_json),
        ("rcs", PackageResources.rcs_json),
    ]

    /// The profile of this name, or the strictest of several with commas between them.
    public static func named(_ list: String) throws(ProfileError) -> Profile {
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var profiles: [Profile] = []
        for name in names where !profiles.contains(where: { $0.name == name }) {
            profiles.append(try Profile(data: bytes(of: name)))
        }
        return try strictest(of: profiles)
    }

    /// What all of the profiles take, within the limits of all; there must be one at least.
    public static func strictest(of profiles: [Profile]) throws(ProfileError) -> Profile {
        guard let first = profiles.first else { throw .unknown(name: "") }
        guard profiles.count > 1 else { return first }
        var tree = first.tree
        for other in profiles.dropFirst() { tree = try tree.combined(with: other.tree) }
        var combined = try Profile(tree, data: Data(profiles.flatMap(\.data)))
        combined.ownDocuments = profiles.flatMap(\.ownDocuments)
        return combined
    }

    /// A profile from its JSON.
    ///
    /// One that `extends` another of this module's is that one with what it says differently.
    public init(data: Data) throws(ProfileError) {
        var wholeData = data
        let tree = try ProfileTree(Self.members(of: data)) { name throws(ProfileError) in
            let base = try Self.base(name)
            wholeData = base.data + data
            return base.tree
        }
        self = try Profile(tree, data: wholeData)
        ownDocuments = Self.embedded.contains { Array(data) == $0.bytes } ? [] : [data]
    }

    private static func base(_ name: String) throws(ProfileError) -> Profile {
        do {
            return try named(name)
        } catch {
            guard case .unknown(let unknown) = error else { throw error }
            throw .unknownBase(name: unknown)
        }
    }

    private init(_ tree: ProfileTree, data: Data) throws(ProfileError) {
        do {
            let encoded = try JSONEncoder().encode(JSONValue.object(tree.members))
            self = try JSONDecoder().decode(Profile.self, from: encoded)
        } catch {
            let fault = ProfileError(error)
            // A number that does not fit is told without its place.
            throw fault == .noJSON ? tree.numberFault ?? fault : fault
        }
        self.data = data
        self.tree = tree
        try checkKeys()
        try checkValues()
    }

    private static func bytes(of name: String) throws(ProfileError) -> Data {
        guard let found = embedded.first(where: { $0.name == name }) else {
            throw .unknown(name: name)
        }
        return Data(found.bytes)
    }

    private static func members(of data: Data) throws(ProfileError) -> [String: JSONValue] {
        do throws(JSONFault) {
            if let members = try JSONValue.parsed(Array(data)).object { return members }
        } catch {
            throw error == .repeatedKey
                ? .invalid(place: "", fault: "an object has a key twice") : .noJSON
        }
        throw .invalid(place: "", fault: "a JSON object is wanted")
    }
}
