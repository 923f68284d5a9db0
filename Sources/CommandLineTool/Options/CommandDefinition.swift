/// All that help, man pages and completions tell of a command.
struct CommandDefinition: Sendable {
    /// What its arguments are besides options.
    enum Arguments: Sendable, Equatable {
        case none
        case files
        /// Words that somebody makes up, or that are known elsewhere.
        case words
        /// One of a closed set.
        case choice([String])
    }

    /// A command line, without the program's name, and what it is good for.
    struct Example: Sendable {
        var line: String
        var meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    var name: String
    var summary: String
    /// After the program's name, such as `prepare SOURCE... --out DIR`.
    var usage: String
    var options: [Option]
    var arguments = Arguments.files
    /// Paragraphs for the man page.
    var description: [String] = []
    var examples: [Example] = []

    /// Its options by section, without the sections that it has no option in.
    var sections: [(section: Option.Section, options: [Option])] {
        Option.Section.allCases.compactMap { section in
            let options = options.filter { $0.section == section }
            return options.isEmpty ? nil : (section, options)
        }
    }
}
