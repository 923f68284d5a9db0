package import Storage

/// A file as found.
package struct Source: Sendable, Equatable {
    /// Where it lies, and what tells it from a later one in the same place.
    package enum Place: Sendable, Equatable {
        /// With its links resolved.
        case file(BytePath, FileStatus)
        case object(RemoteObject)

        /// With its links resolved; of an object, its address.
        package var path: BytePath {
            switch self {
            case .file(let path, _): path
            case .object(let object): BytePath(object.address)
            }
        }
    }

    /// Its path inside its SOURCE folder; with several SOURCE arguments, the argument's last name before it.
    package var name: BytePath
    package var place: Place

    package init(name: BytePath, place: Place) {
        self.name = name
        self.place = place
    }

    /// As found.
    package var bytes: Int64 {
        switch place {
        case .file(_, let status): status.size
        case .object(let object): object.bytes
        }
    }

    var fingerprint: Fingerprint { Fingerprint(place) }
}

/// A file that lies on another machine.
package struct RemoteObject: Codable, Sendable, Equatable {
    /// Where, as those who brought it up understand it, and as it is shown.
    package var address: String
    package var bytes: Int64
    /// Another one whenever the contents are others.
    package var version: String

    package init(address: String, bytes: Int64, version: String) {
        self.address = address
        self.bytes = bytes
        self.version = version
    }
}

/// Brings files from another machine.
package protocol RemoteObjects: Sendable {
    /// Writes an object's bytes into an empty file, never more than so many.
    ///
    /// Throws `Reason` where the object is to blame: it is gone, or another one by now, or nobody may read it;
    /// anything else means that the run cannot go on.
    func fetch(_ object: RemoteObject, into file: StagedFile, limit: Int64) async throws
}

extension FileStatus {
    /// Whether two paths led to one file.
    func isSameFile(as other: FileStatus) -> Bool {
        inode == other.inode && device == other.device
    }
}
