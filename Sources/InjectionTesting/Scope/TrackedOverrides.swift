import Injection

/// The overrides of a test's container that haven't been read.
///
/// It holds neither entries nor scopes, so values are released with their scopes.
struct TrackedOverrides {
  struct Override {
    let subject: Subject
    /// Where it was made, if that is known.
    let source: SourceLine
    /// Whether the process's default was read before.
    let wasReadOutside: Bool
  }

  /// The overrides, by the addresses of their entries, with numbers in the order in which they were
  /// made.
  private var all: [ObjectIdentifier: (number: Int, override: Override, isRead: Bool)] = [:]
  /// Those whose entry went unread before another one got its address.
  private var gone: [(number: Int, override: Override)] = []
  private var count = 0
  /// Overrides that were read before their scope was complete.
  private var early: Set<ObjectIdentifier> = []

  var unread: [Override] {
    let unread = all.values.filter { !$0.isRead }.map { (number: $0.number, override: $0.override) }
    return (gone + unread).sorted { $0.number < $1.number }.map(\.override)
  }

  /// Adds what a scope overrides. What it hides needs no read from then on.
  mutating func add(_ scope: Scope, sources: [ObjectIdentifier: SourceLine]) {
    let outside = scope.said.chain.dropFirst()
    for entry in scope.said.allOverrides.all {
      // The nearest one: that has hidden those outside of it.
      let hidden = outside.lazy.compactMap { $0.allOverrides[KeyID(entry.type)] }.first
      if let hidden { all[ObjectIdentifier(hidden)]?.isRead = true }
      let id = ObjectIdentifier(entry)
      let subject = entry.subject
      let override = Override(
        subject: subject,
        source: sources[id] ?? scope.said.source,
        wasReadOutside: subject.key.firstUse != nil
      )
      let old = all.updateValue((count, override, early.remove(id) != nil), forKey: id)
      if let old, !old.isRead { gone.append((old.number, old.override)) }
      count += 1
    }
  }

  /// Known overrides were read elsewhere.
  mutating func didRead(_ overrides: Set<ObjectIdentifier>) {
    for id in overrides { all[id]?.isRead = true }
  }

  mutating func didRead(_ entry: Entry) {
    let id = ObjectIdentifier(entry)
    if all[id] == nil { early.insert(id) } else { all[id]!.isRead = true }
  }
}
