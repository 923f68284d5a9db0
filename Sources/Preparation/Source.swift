package import Storage

/// A file as found.
package struct Source: Sendable, Equatable {
    /// Its path inside its SOURCE folder; with several SOURCE arguments, the argument's last name before it.
    package var name: BytePath
    /// Where it lies.
    package var path: BytePath
    package var status: FileStatus

    package init(name: BytePath, path: BytePath, status: FileStatus) {
        self.name = name
        self.path = path
        self.status = status
    }

    var fingerprint: Fingerprint { Fingerprint(status) }
}

extension FileStatus {
    /// Whether two paths led to one file.
    func isSameFile(as other: FileStatus) -> Bool {
        inode == other.inode && device == other.device
    }
}
