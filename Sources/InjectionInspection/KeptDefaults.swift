import Injection

/// The defaults that the scopes of a view keep, to be found by what they were built from.
struct KeptDefaults {
  let view: Layer

  /// By the addresses of the records.
  private lazy var all: [ObjectIdentifier: (entry: Entry, layer: Layer)] = {
    var all: [ObjectIdentifier: (entry: Entry, layer: Layer)] = [:]
    for layer in view.chain {
      for entry in layer.kept {
        // Safe to unwrap: what is kept was built.
        let id = ObjectIdentifier(entry.record!)
        all[id] = all[id] ?? (entry, layer)
      }
    }
    return all
  }()

  init(_ view: Layer) { self.view = view }

  /// The default that was read, if a scope of the view keeps it.
  mutating func entry(of read: Record.Read) -> Entry? {
    read.record.flatMap { all[ObjectIdentifier($0)]?.entry }
  }

  /// The scope that keeps the default that was read, or else that has what was read.
  mutating func layer(of read: Record.Read) -> Layer {
    read.record.flatMap { all[ObjectIdentifier($0)]?.layer } ?? view.layer(of: read)
  }
}
