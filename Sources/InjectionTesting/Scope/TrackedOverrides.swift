import Injection
import InjectionInspection

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

  /// The overrides, with numbers in the order in which they were made.
  private var all = WeakKeyDictionary<Entry, (number: Int, override: Override, isRead: Bool)>()
  /// Those whose entry went unread before another one got its address.
  private var gone: [(number: Int, override: Override)] = []
  private var count = 0
  /// Overrides that were read before their scope was complete.
  private var early = WeakKeyDictionary<Entry, Void>()

  var unread: [Override] {
    let unread = all.values.filter { !$0.isRead }.map { (number: $0.number, override: $0.override) }
    return (gone + unread).sorted { $0.number < $1.number }.map(\.override)
  }

  /// Adds what a scope overrides. What it hides needs no read from then on.
  mutating func add(_ scope: Scope, sources: WeakKeyDictionary<Entry, SourceLine>) {
    let outside = scope.layer.chain.dropFirst()
    for entry in scope.layer.allOverrides.all {
      didRead(outside.compactMap { $0.allOverrides[KeyID(entry.type)] })
      let subject = entry.subject
      let override = Override(
        subject: subject,
        source: sources[entry] ?? scope.layer.source,
        wasReadOutside: subject.key.firstUse != nil
      )
      let isRead = early.removeValue(forKey: entry) != nil
      let old = all.updateValue((count, override, isRead), forKey: entry)
      if let old, !old.isRead { gone.append((old.number, old.override)) }
      count += 1
    }
  }

  /// Known overrides were read elsewhere, or need no read.
  mutating func didRead(_ overrides: [Entry]) {
    for override in overrides { all[override]?.isRead = true }
  }

  mutating func didRead(_ entry: Entry) {
    if all[entry] == nil { early[entry] = () } else { all[entry]!.isRead = true }
  }
}
