/// A line of source code.
@usableFromInline
package struct SourceLine: Sendable, CustomStringConvertible {
  /// The module and the file, from a literal; `nil` if unknown.
  package let file: StaticString?
  package let line: UInt32

  @usableFromInline package static var unknown: SourceLine { SourceLine() }

  /// The unknown line of a call that reads a property by a key path literal.
  package static var unknownOfProperty: SourceLine { SourceLine(line: .max) }

  private init(line: UInt32 = 0) { (file, self.line) = (nil, line) }

  @usableFromInline
  package init(_ fileID: StaticString, _ line: UInt) {
    (file, self.line) = (fileID, UInt32(clamping: line))
  }

  package var isKnown: Bool { file != nil }

  /// The module and the file: `Shop/Checkout.swift`.
  package var fileID: String { file?.description ?? "unknown" }

  /// Tells lines apart: `Shop/Checkout.swift:14`.
  package var id: String { "\(fileID):\(line)" }

  /// Stops the process at this line.
  package func stop(_ message: String) -> Never {
    guard let file else { Platform.stop(message) }
    fatalError(message, file: file, line: UInt(line))
  }

  /// The file and the line: `Checkout.swift:14`.
  @inline(never)
  @usableFromInline
  package var description: String { lastComponent(of: id) }
}

/// The part after the last slash, or after the last of another separator.
package func lastComponent(of path: String, after separator: Character = "/") -> String {
  var component = ""
  for character in path {
    if character == separator { component = "" } else { component.append(character) }
  }
  return component
}
