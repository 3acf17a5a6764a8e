package import Injection

/// The reads that found another value than an override that is never read: those of objects and
/// defaults outside of the override's scope.
package struct OtherReads: Sendable {
  private struct Default: Sendable {
    let name: String
    /// The scope that keeps it.
    let keeper: String
    let keeperID: ObjectIdentifier
  }

  /// The defaults that were built from a key, by their own keys.
  private var defaults: [KeyID: [KeyID: Default]] = [:]
  /// The last read of a key that wasn't a build's.
  private var lines: [KeyID: SourceLine] = [:]

  package init() {}

  package mutating func add(_ request: Request, _ found: Found, in layer: Layer, by build: Build?) {
    if build == nil { lines[request.key.id] = request.source }
    guard let record = found.entry.record, request.key.lifetime.kind != .transient else { return }
    let keeper = found.layer
    let id = request.key.id
    let keeperID = ObjectIdentifier(keeper)
    for read in record.readsOfCode where defaults[read.key]?[id]?.keeperID != keeperID {
      defaults[read.key, default: [:]][id] = Default(
        name: request.subject.short,
        keeper: keeper.title,
        keeperID: keeperID
      )
    }
  }

  /// The hints for an override that is never read, sorted.
  package func hints(for subject: Subject) -> [String] {
    let ofDefaults = (defaults[subject.key.id] ?? [:]).values.map {
      "\($0.name) was built from another value, and is kept by the \($0.keeper)"
    }.sorted()
    guard let line = lines[subject.key.id] else { return ofDefaults }
    return ofDefaults
      + ["it was read with another value" + (line.isKnown ? ", at \(line)" : "")]
  }

  /// Whether a default was built from another value.
  package func isInDefault(_ key: Key) -> Bool { defaults[key.id] != nil }
}
