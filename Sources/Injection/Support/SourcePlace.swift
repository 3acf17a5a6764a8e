/// A place in source code.
@usableFromInline
package struct SourcePlace: Sendable {
  /// The module and the file, from a literal; `nil` for an unknown place.
  package let file: StaticString?
  package let line: UInt32

  package static let unknown = SourcePlace()

  private init() { (file, line) = (nil, 0) }

  @usableFromInline
  package init(_ fileID: StaticString, _ line: UInt) {
    (file, self.line) = (fileID, UInt32(clamping: line))
  }

  package var isKnown: Bool { file != nil }

  /// The module and the file: `Shop/Checkout.swift`.
  package var fileID: String { file.map { "\($0)" } ?? "unknown" }
}

extension SourcePlace: CustomStringConvertible {
  /// The file and the line: `Checkout.swift:14`.
  @usableFromInline
  package var description: String { "\(lastComponent(of: fileID)):\(line)" }
}

/// The part after the last slash.
package func lastComponent(of path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

extension SourcePlace: Hashable {
  @usableFromInline
  package static func == (a: SourcePlace, b: SourcePlace) -> Bool {
    a.line == b.line && a.fileID == b.fileID
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID)
  }
}
