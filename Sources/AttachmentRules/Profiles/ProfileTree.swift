/// A profile as JSON: where one that extends another is laid over it, and several become the strictest of all.
///
/// A limit is an object with a `value`; each is stamped with the name of the profile that it is from.
struct ProfileTree: Sendable, Equatable {
    /// Of the profiles in it, a base before what extends it.
    private(set) var names: [String] = []
    private(set) var members: [String: JSONValue] = [:]

    /// Of a profile that was not read from JSON.
    init() {}

    /// - Parameter base: finds the tree that `extends` names.
    init(
        _ members: [String: JSONValue],
        base: (String) throws(ProfileError) -> ProfileTree
    ) throws(ProfileError) {
        for key in ["schema", "name"] where members[key] == nil {
            throw .invalid(place: key, fault: "it is missing")
        }
        guard case .string(let name) = members["name"], Self.isName(name) else {
            throw .invalid(
                place: "name", fault: "lower-case letters, digits and hyphens are wanted")
        }
        guard members["schema"] == .string(Profile.schema) else {
            throw .invalid(place: "schema", fault: "it should be \"\(Profile.schema)\"")
        }
        if let place = Self.reserved(members) {
            throw .invalid(place: place, fault: "no such member is known")
        }
        let own = Self.stamped(.object(members), with: name).object ?? [:]
        names = [name]
        self.members = own
        guard let extended = own["extends"], extended != .null else { return }
        guard case .string(let baseName) = extended else {
            throw .invalid(place: "extends", fault: "the name of a profile is wanted")
        }
        let under = try base(baseName)
        names = under.names.filter { $0 != name } + [name]
        self.members = Self.laid(own, over: under.members)
        self.members["extends"] = nil
        // Advice is for the eye: that of the base still holds.
        self.members["advice"] = .array(
            (own["advice"]?.elements ?? []) + (under.members["advice"]?.elements ?? []))
    }

    /// The strictest of two: what both take, within the limits of both.
    func combined(with other: ProfileTree) throws(ProfileError) -> ProfileTree {
        var result = self
        result.names += other.names.filter { !names.contains($0) }
        var refused = members["refusedBy"]?.object ?? [:]
        for (kind, name) in other.members["refusedBy"]?.object ?? [:] { refused[kind] = name }
        for kind in AttachmentKind.allCases.map(\.rawValue) {
            let (ours, theirs) = (members[kind]?.object, other.members[kind]?.object)
            result.members[kind] = nil
            guard let ours, let theirs else {
                // Who refused it first is told already where one of the two is itself of several.
                let whose = ours == nil ? ownName : other.ownName
                refused[kind] = refused[kind] ?? .string(whose)
                continue
            }
            let strictest = Self.strictest(ours, theirs)
            if strictest["types"]?.object?["value"]?.elements?.isEmpty == true {
                refused[kind] = .string("\(ownName) with \(other.ownName)")
            } else {
                result.members[kind] = .object(strictest)
            }
        }
        guard AttachmentKind.allCases.contains(where: { result.members[$0.rawValue] != nil }) else {
            throw .nothingInCommon([ownName, other.ownName])
        }
        result.members["refusedBy"] = refused.isEmpty ? nil : .object(refused)
        result.members["safety"] = .object(
            Self.strictest(
                members["safety"]?.object ?? [:], other.members["safety"]?.object ?? [:]))
        result.members["advice"] = .array(Self.joined(members["advice"], other.members["advice"]))
        result.members["name"] = .string("\(ownName),\(other.ownName)")
        result.members["summary"] = .string(
            "The strictest of \(ownName) and \(other.ownName)")
        return result
    }

    private var ownName: String { members["name"]?.string ?? "" }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
            }
    }

    /// Member by member; a limit is replaced whole, and null takes away what the base has.
    private static func laid(
        _ own: [String: JSONValue], over base: [String: JSONValue]
    ) -> [String: JSONValue] {
        base.merging(own) { under, over in
            guard let ours = over.object, let theirs = under.object, !over.isLimit else {
                return over
            }
            return .object(laid(ours, over: theirs))
        }.filter { $0.value != .null }
    }

    /// Of each limit the narrower; a limit that only one has holds.
    private static func strictest(
        _ first: [String: JSONValue], _ second: [String: JSONValue]
    ) -> [String: JSONValue] {
        first.merging(second) { ours, theirs in
            guard let our = ours.object?["value"], let their = theirs.object?["value"] else {
                return ours
            }
            if let mine = our.elements, let others = their.elements {
                let common = mine.filter(others.contains)
                guard common.count < mine.count else { return ours }
                var narrower = theirs.object ?? [:]
                narrower["value"] = .array(common)
                return .object(narrower)
            }
            return (their.number ?? .infinity) < (our.number ?? .infinity) ? theirs : ours
        }
    }

    private static func joined(_ first: JSONValue?, _ second: JSONValue?) -> [JSONValue] {
        let ours = first?.elements ?? []
        return ours + (second?.elements ?? []).filter { !ours.contains($0) }
    }

    /// Every limit and every piece of advice gets the profile's name.
    private static func stamped(_ value: JSONValue, with name: String) -> JSONValue {
        switch value {
        case .object(var members):
            for (key, member) in members { members[key] = stamped(member, with: name) }
            if value.isLimit || value.isAdvice { members["profile"] = .string(name) }
            return .object(members)
        case .array(let elements): return .array(elements.map { stamped($0, with: name) })
        default: return value
        }
    }
}

extension JSONValue {
    fileprivate var isLimit: Bool { self["value"] != nil }
    fileprivate var isAdvice: Bool { self["vendor"] != nil && self["id"] != nil }

    var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}
