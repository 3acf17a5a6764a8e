/// Looks for what a read would find, and leaves no trace: builds nothing, remembers nothing.
///
/// A read (`Scope.find`) remembers what it found, so that the next one finds it at once: and passes by the
/// build that would have to note it, if nobody noted the first.
struct Lookup {
  let view: Scope
  private let memory = Memory()

  /// Keeps a search through a net of defaults from looking at one of them many times.
  private final class Memory {
    var indices: [EntryID: Int] = [:]
    var found: [Entry?] = []
  }

  init(_ view: Scope) {
    self.view = view
  }

  /// The entry that a read of the key finds; `nil` where it would build.
  @inline(never)  // For size: each caller would hold a copy.
  func entry(of key: KeyFacts) -> Entry? {
    var entry = find(key.id)
    if entry == nil && key.lifetime == .singleton { entry = Lookup(view.root).find(key.id) }
    // A shared value that nobody holds any more is built again.
    return entry?.anyValue == nil ? nil : entry
  }

  private func find(_ id: EntryID) -> Entry? {
    if let index = memory.indices[id] { return memory.found[index] }
    let entry = view.search(id, isValid: isValid)
    memory.indices[id] = memory.found.count
    memory.found.append(entry)
    return entry
  }

  private func isValid(_ entry: Entry) -> Bool {
    guard let record = entry.record else { return false }
    return record.lifetime == .singleton
      || record.reads.allSatisfy { read in
        read.isSame(in: view) { $0 === view ? find($1) : Lookup($0).find($1) }
      }
  }
}
