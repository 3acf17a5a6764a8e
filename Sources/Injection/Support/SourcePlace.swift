/// A place in source code, in one word: every `Injected` keeps one, and one that takes more than
/// four words is read through memory (20 % slower, when measured).
// Frozen, since code that is inlined into clients makes it.
@usableFromInline
@frozen
package struct SourcePlace: Sendable {
  /// The line in the upper 16 bits, the address of the file's name in the others.
  @usableFromInline let bits: UInt64

  /// No place.
  @inlinable package static var unknown: SourcePlace { SourcePlace(bits: 0) }

  @inlinable
  init(bits: UInt64) {
    self.bits = bits
  }

  @usableFromInline
  package init(_ fileID: StaticString, _ line: UInt) {
    // A literal of one scalar is kept as that scalar; no file has such a short name.
    precondition(fileID.hasPointerRepresentation, "a file ID must be a literal")
    let address = UInt64(UInt(bitPattern: unsafe fileID.utf8Start))
    // Programs lie below 2^48 on all systems that Swift runs on; elsewhere the place is unknown.
    let line = UInt64(UInt16(clamping: line))
    bits = address >> 48 == 0 ? address | line << 48 : 0
  }

  package var isKnown: Bool { bits != 0 }

  package var line: Int { Int(bits >> 48) }

  /// The module and the file: `Shop/Checkout.swift`.
  package var fileID: String {
    // Safe: the address of a literal, which lives as long as the process and ends with a zero.
    guard let start = unsafe UnsafePointer<CChar>(bitPattern: UInt(bits & 0xFFFF_FFFF_FFFF)) else {
      return "unknown"
    }
    return unsafe String(cString: start)
  }
}

extension SourcePlace {
  /// The file, for those who take literals only.
  package var file: StaticString {
    let address = UInt(bits & 0xFFFF_FFFF_FFFF)
    if address == 0 { return "unknown" }
    // Safe to cast: a literal is its address, its length and flags of which the lowest is zero
    // where it has an address; part of Swift's stable binary interface.
    return unsafe unsafeBitCast((address, UInt(fileID.utf8.count), UInt8(0)), to: StaticString.self)
  }
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
