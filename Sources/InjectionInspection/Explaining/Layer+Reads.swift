import Injection

extension Layer {
  /// The layer that has what was read here: an override, or a default; or else the root.
  func layer(of read: Record.Read) -> Layer {
    guard let record = read.record else {
      return chain.first { read.override != nil && $0.allOverrides[read.key] === read.override }
        ?? root
    }
    return chain.first { layer in layer.kept.contains { $0.record === record } }
      ?? youngest(forKeysOf: record)
  }
}

extension Record {
  /// What the build read in its code.
  var readsOfCode: [Read] { reads.filter { $0.key != key } }
}
