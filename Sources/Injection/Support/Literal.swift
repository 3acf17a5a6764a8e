/// The address of a string literal, which lives as long as the process and ends with a zero.
enum Literal {
  /// `nil` for a literal of one scalar, which is kept as that scalar.
  static func address(of literal: StaticString) -> UInt? {
    literal.hasPointerRepresentation ? UInt(bitPattern: unsafe literal.utf8Start) : nil
  }

  /// The text at an address; `nil` for zero.
  static func text(at address: UInt) -> String? {
    unsafe UnsafePointer<CChar>(bitPattern: address).map { unsafe String(cString: $0) }
  }

  /// The literal at an address, for those who take literals only.
  static func staticString(at address: UInt) -> StaticString? {
    guard let count = text(at: address)?.utf8.count else { return nil }
    // Safe to cast: a literal is its address, its length and flags of which the lowest is zero
    // where it has an address; part of Swift's stable binary interface.
    return unsafe unsafeBitCast((address, UInt(count), UInt8(0)), to: StaticString.self)
  }
}
