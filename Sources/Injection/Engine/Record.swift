/// What a default was built from, and so where it is valid.
package struct Record: Sendable {
  /// What the build read directly, in the order of the first reads.
  package private(set) var reads: [Read] = []
  /// All keys that the default stands on: its own, and those that were read, directly or not.
  var keys = KeySet()
  /// The depth of the innermost scope on whose overrides the default stands, which keeps it.
  private(set) var depth = 0
  /// Whether the key's value is `unimplemented` in this context.
  var isUnimplemented = false
  /// Whether a test uses the key's live value, since the key has no test value of its own.
  var isLive = false

  /// A read of a key that nothing overrides, of an override, or of a default.
  package struct Read: Sendable {
    package let key: KeyID
    package let entry: Entry?
    /// The depth of the scope that has the entry.
    package let depth: Int

    package init(_ key: KeyID, _ entry: Entry?, depth: Int) {
      (self.key, self.entry, self.depth) = (key, entry, depth)
    }
  }

  mutating func add(_ read: Read) {
    if reads.contains(where: { $0.key == read.key && $0.entry === read.entry }) { return }
    reads.append(read)
    if let keys = read.entry?.record?.keys {
      self.keys.formUnion(keys)
    } else {
      keys.insert(read.key)
    }
    depth = max(depth, read.depth)
  }

  /// Makes the default valid wherever the code of its key is the same, whatever that reads.
  mutating func standOnCode(of key: KeyID, depth: Int) {
    keys = KeySet(key)
    self.depth = depth
  }

  /// What the build of a key read in its own code.
  package func reads(by key: KeyID) -> [Read] {
    reads.filter { $0.key != key && $0.key != .elsewhere }
  }

  /// The code that was provided for the key.
  package func provider(of key: KeyID) -> Read? {
    reads.first { $0.key == key && $0.entry?.code != nil }
  }
}

extension KeyID {
  /// Noted by a build that read outside of its view: its value is for the asking scope, and not for
  /// a home beside.
  static let elsewhere = KeyID(Elsewhere.self)
  private enum Elsewhere {}
}
