/// A place in source code, in one word: every `Injected` keeps one, and one that takes more than
/// four words is read through memory (20 % slower, when measured).
// Frozen, since code that is inlined into clients makes it.
@usableFromInline
@frozen
package struct SourcePlace: Sendable {
  /// The line in 15 bits from the 49th on, below them the address of the file's name. Two bits are
  /// free for others: see `note`.
  @usableFromInline let bits: UInt64

  /// No place.
  @inlinable package static var unknown: SourcePlace { SourcePlace(bits: 0) }

  @inlinable
  init(bits: UInt64) {
    self.bits = bits
  }

  @usableFromInline
  package init(_ fileID: StaticString, _ line: UInt) {
    // No file has a name of one scalar.
    let address = UInt64(Literal.address(of: fileID)!)
    // Programs lie below 2^47 on all systems that Swift runs on; elsewhere the place is unknown.
    let line = UInt64(min(line, 0x7FFF))
    bits = address >> 47 == 0 ? address | line << 48 : 0
  }

  /// What the owner of the place notes in it, from zero to three.
  var note: UInt64 { (bits >> 63) << 1 | (bits >> 47) & 1 }

  /// The same place with another note.
  func noting(_ note: UInt64) -> SourcePlace {
    SourcePlace(bits: bits & ~Self.noteBits | (note >> 1) << 63 | (note & 1) << 47)
  }

  private static var noteBits: UInt64 { 1 << 63 | 1 << 47 }

  package var isKnown: Bool { bits & ~Self.noteBits != 0 }

  package var line: Int { Int(bits >> 48 & 0x7FFF) }

  private var address: UInt { UInt(bits & 0x7FFF_FFFF_FFFF) }

  /// The module and the file: `Shop/Checkout.swift`.
  package var fileID: String { Literal.text(at: address) ?? "unknown" }
}

extension SourcePlace {
  /// The file, for those who take literals only.
  package var file: StaticString { Literal.staticString(at: address) ?? "unknown" }
}

extension SourcePlace: CustomStringConvertible {
  /// The file and the line: `Checkout.swift:14`.
  @usableFromInline
  package var description: String {
    "\(lastComponent(of: fileID)):\(line)"
  }
}

/// What follows the last slash.
package func lastComponent(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
  return String(path[path.utf8.index(after: slash)...])
}

extension SourcePlace: Hashable {
  @usableFromInline
  package static func == (a: SourcePlace, b: SourcePlace) -> Bool {
    // Two literals of one file may lie at two addresses.
    a.bits == b.bits || (a.line == b.line && a.fileID == b.fileID)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID)
  }
}
