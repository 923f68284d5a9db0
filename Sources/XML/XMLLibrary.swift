internal import CXML

/// The library that reads and writes XML.
package enum XMLLibrary {
    /// The one that this was built with: what it tells at run time is a variable that anyone may set.
    package static let version = LIBXML_DOTTED_VERSION
}
