/// The identity of a key: the address of its type, which lives as long as the process.
// Frozen, since code that is inlined into clients makes it.
@usableFromInline
@frozen
package struct KeyID: Hashable, Sendable {
  @usableFromInline let bits: UInt

  @inlinable
  init(_ key: Any.Type) {
    self.init(bits: UInt(bitPattern: ObjectIdentifier(key)))
  }

  @inlinable
  init(bits: UInt) {
    self.bits = bits
  }

  /// No key.
  @inlinable static var none: KeyID { KeyID(bits: 0) }

  /// One of 64 bits. Two keys may have the same: that two sets have no bit in common is certain,
  /// that they have a key in common is not.
  var bit: UInt64 { 1 << (spread >> 58) }

  /// Multiplied by 2^64 over the golden ratio, which spreads the addresses of types, since those
  /// lie close together; the seeded hash of `Dictionary` costs more than all the rest of a lookup.
  @inlinable var spread: UInt64 { UInt64(bits) &* 0x9E37_79B9_7F4A_7C15 }
}
