/// What one scope overrides, usually one key.
package struct Overrides: Sendable {
  private var first: Entry?
  private var more: [Entry] = []
  /// The bits of all keys.
  private(set) var keyBits: UInt64 = 0

  subscript(key: KeyID) -> Entry? { unsafe find(key)?.takeUnretainedValue() }

  /// The same without counting a reference: it stays while the caller holds the owner.
  @inline(__always)
  func find(_ key: KeyID) -> Unmanaged<Entry>? {
    if keyBits & key.bit == 0 { return nil }
    if let first, first.id == key { return unsafe .passUnretained(first) }
    return unsafe more.first { $0.id == key }.map { unsafe .passUnretained($0) }
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

  var count: Int { (first == nil ? 0 : 1) + more.count }

  package var all: [Entry] { (first.map { [$0] } ?? []) + more }
}
