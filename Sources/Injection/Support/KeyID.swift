/// The identity of a key: the address of its type, which lives as long as the process.
@usableFromInline
package struct KeyID: Equatable, Sendable {
  package let address: UInt

  @usableFromInline
  package init(_ key: Any.Type) { address = UInt(bitPattern: ObjectIdentifier(key)) }

  /// One of 64 bits. Sets without a common bit have no common key; the opposite isn't certain.
  var bit: UInt64 { 1 << (address.spread >> 58) }

  /// One of 16 lists: see `Cache.add(_:)`.
  var list: Int { Int(address.spread >> 60) }
}

extension UInt {
  /// Multiplied by 2^64 over the golden ratio, which spreads numbers that lie close together.
  var spread: UInt64 { UInt64(self) &* 0x9E37_79B9_7F4A_7C15 }
}

extension ObjectIdentifier {
  /// Tells objects apart, but not surely.
  var hash: UInt { UInt(truncatingIfNeeded: UInt(bitPattern: self).spread >> (64 - UInt.bitWidth)) }
}

/// A set of keys: their bits, which mostly suffice, and the keys themselves.
struct KeySet: Sendable {
  private(set) var bits: UInt64
  /// By their addresses.
  private(set) var all: [KeyID]

  init(bits: UInt64, all: [KeyID]) { (self.bits, self.all) = (bits, all) }

  // What allocates isn't inlined: much code calls it, and a call costs less than the allocation.
  @inline(never) init(_ key: KeyID) { (bits, all) = (key.bit, [key]) }

  func contains(_ key: KeyID) -> Bool { find(key).isKnown }

  /// Where a key is, or would be inserted.
  @inline(never) private func find(_ key: KeyID) -> (index: Int, isKnown: Bool) {
    var (index, end) = (0, all.count)
    while index < end {
      let middle = (index + end) / 2
      if all[middle].address < key.address { index = middle + 1 } else { end = middle }
    }
    return (index, index < all.count && all[index] == key)
  }

  @inline(never) mutating func formUnion(_ other: KeySet) {
    var other = other
    // Copies the longer list once.
    if other.all.count > all.count { swap(&self, &other) }
    for key in other.all {
      let (index, isKnown) = find(key)
      if !isKnown { all.insert(key, at: index) }
    }
    bits |= other.bits
  }
}

/// A set of keys in a list that several threads share, and that grows at its end.
//
// In parts: a class with a structure in it needs that one's metadata, which is a kilobyte.
final class KeySetBox: Sendable {
  let bits: UInt64
  private let all: [KeyID]
  let next = AtomicReference<KeySetBox>()
  init(_ keys: KeySet) { (bits, all) = (keys.bits, keys.all) }
  var keys: KeySet { KeySet(bits: bits, all: all) }
}
