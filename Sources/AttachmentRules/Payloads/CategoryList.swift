/// The categories that an app registers: what `aps.category` can name.
///
/// As a file, it is JSON: an array of identifiers, or of objects with an `identifier` and perhaps
/// `actions`, or an object with such an array under `categories`.
public struct CategoryList: Sendable, Equatable {
    public struct Category: Sendable, Equatable {
        public let identifier: String
        /// Nil where the list does not say.
        public let actionCount: Int?
    }

    /// Why a file is no list of categories.
    public enum Fault: Error, Sendable, Equatable {
        case json(JSONFault)
        /// It is neither an array nor an object with one.
        case noArray
        case empty
        /// The entry, from 0 on, is neither an identifier nor an object with one.
        case noIdentifier(Int)
        /// The actions of the entry, from 0 on, are no array.
        case actions(Int)
        case repeated(String)
    }

    public let categories: [Category]
    public var identifiers: Set<String> { Set(categories.map(\.identifier)) }

    /// The system takes no more, and shows no more where room is limited.
    public static let (maxActions, bannerActions) = (10, 2)

    public init(_ bytes: [UInt8]) throws(Fault) {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue.parsed(bytes)
        } catch {
            throw .json(error)
        }
        guard case .array(let entries) = value["categories"] ?? value else { throw .noArray }
        guard !entries.isEmpty else { throw .empty }
        var categories: [Category] = []
        var known: Set<String> = []
        for (index, entry) in entries.enumerated() {
            let category = try Self.category(entry, index)
            guard known.insert(category.identifier).inserted else {
                throw .repeated(category.identifier)
            }
            categories.append(category)
        }
        self.categories = categories
    }

    private static func category(_ entry: JSONValue, _ index: Int) throws(Fault) -> Category {
        guard let identifier = entry.string ?? entry["identifier"]?.string, !identifier.isEmpty
        else { throw .noIdentifier(index) }
        switch entry["actions"] {
        case nil: return Category(identifier: identifier, actionCount: nil)
        case .array(let actions):
            return Category(identifier: identifier, actionCount: actions.count)
        default: throw .actions(index)
        }
    }

    /// Categories with more actions than the system takes or shows, in the order of the list.
    public var findings: [Finding] {
        categories.compactMap { category in
            let count = category.actionCount ?? 0
            let name = JSONValue.string(category.identifier).shown
            if count > Self.maxActions {
                return PayloadRuleID.categoryActions.finding(
                    "\(name) has \(count) actions, at most \(Self.maxActions) are taken")
            }
            if count > Self.bannerActions {
                return PayloadRuleID.categoryBanner.finding(
                    "\(name) has \(count) actions, and a banner shows the first \(Self.bannerActions)"
                )
            }
            return nil
        }
    }
}
