/// What one scope overrides. Mostly that is one key.
package struct Overrides: Sendable {
  private var first: Entry?
  private var more: [Entry] = []
  /// The bits of all keys.
  private(set) var keyBits: UInt64 = 0

  @inline(__always)
  subscript(key: KeyID) -> Entry? { keyBits & key.bit == 0 ? nil : exactly(key) }

  private func exactly(_ key: KeyID) -> Entry? {
    if let first, first.id == key { return first }
    return more.first { $0.id == key }
  }

  /// Adds an override. The last one of a key wins.
  mutating func add(_ override: Entry) {
    let key = override.id
    keyBits |= key.bit
    if first == nil || first!.id == key {
      first = override
    } else if let index = more.firstIndex(where: { $0.id == key }) {
      more[index] = override
    } else {
      more.append(override)
    }
  }

  /// Whether one of some keys is overridden.
  func containsAny(of keys: KeySet) -> Bool {
    keyBits & keys.bits != 0 && keys.all.contains { self[$0] != nil }
  }

  var count: Int { more.count + 1 }

  package var all: [Entry] { (first.map { [$0] } ?? []) + more }
}
