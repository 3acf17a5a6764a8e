/// What one scope overrides, usually one key.
@usableFromInline
@frozen
package struct Overrides: Sendable {
  private var first: Entry?
  private var more: [Entry] = []
  /// The bits of all keys.
  private(set) var keyBits: UInt64 = 0

  package subscript(key: KeyID) -> Entry? { @inline(never) get { find(key)?.object } }

  /// The override of a key, without counting a reference.
  @inline(__always)
  func find(_ key: KeyID) -> Unretained<Entry>? {
    if keyBits & key.bit == 0 { return nil }
    // Safe: the owner of these overrides holds them, and doesn't change once they can be found.
    if let first, first.id == key { return unsafe Unretained(first) }
    return more.first { $0.id == key }.map { unsafe Unretained($0) }
  }

  /// Adds an override. The last one of a key wins.
  @inline(never) mutating func add(_ override: consuming Entry) {
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

  /// How many there are beside the first one, at which a search looks first.
  var countOfMore: Int { more.count }

  @inline(never) package var all: [Entry] { (first.map { [$0] } ?? []) + more }
}
