// A scope is a draft until the closure that sets its values has returned. When something may lead
// to the draft, such as a default that was read or a copy, the rest of what is set goes to another
// draft inside: so nothing changes where something may lead.

import Synchronization

extension Scope {
  /// Whether this still takes overrides.
  // Acquiring: captured values that were changed may be entered by several threads at once, and
  // what the one did that ends the draft comes before what the others see.
  var isDraft: Bool { !isFinished.load(ordering: .acquiring) }

  /// Something may lead here from now on. If this is a draft, what is set later lies inside, and
  /// what is opened here is younger.
  func didUse() { if isDraft { unretainedLayer!.use { $0.setBirth() } } }

  /// Whether the draft itself may change.
  var takesOverrides: Bool { unretainedLayer!.use { $0.ownBirth == 0 } }

  /// Whether a read in the draft finds a value that was set, and so no default.
  func hasValue(of key: KeyID) -> Bool { layer.word(of: key).map { !$0.entry.isCode } ?? false }

  /// The scope for code that enters the values of this draft: what it reads is no part of an
  /// update.
  func enteredDraft() -> Scope {
    didUse()
    if unretainedLayer!.use({ $0.isRoot || $0.source.isKnown }) {
      return Scope(telling: listener, in: self)
    }
    // Captured values that were changed: no line of code opens the draft, and nothing else ends it.
    // Another thread may do so at the same time.
    finish()
    return self
  }

  /// A collection keeps the scope that this draft sets up.
  ///
  /// - Parameter birth: When the collection was created.
  package func willBeKept(since birth: UInt64) {
    unretainedLayer?.use { $0.collectionBirth = birth }
  }

  func add(_ override: Entry) { unretainedLayer!.use { $0.add(override) } }

  /// This draft, and the earlier parts of the same scope, from the outermost on.
  @inline(never) private var parts: [Scope] {
    var parts = [self]
    while parts.last!.isRest { parts.append(parts.last!.outer!) }
    return parts.reversed()
  }

  private var isRest: Bool { unretainedLayer!.use { $0.isRest } }

  /// Ends the draft.
  func finish() {
    unretainedLayer!.use { $0.didSetUp() }
    if isRest { for part in parts.dropLast() { part.endDraft() } }
    endDraft()
  }

  /// Ends this part of a draft.
  @inline(never) package func endDraft() {
    unretainedLayer!.use { $0.setBirth() }
    // One of several threads ends it.
    if isFinished.exchange(true, ordering: .acquiringAndReleasing) { return }
    if !isPlain { for each in recordings { each.observer.didOpen(self) } }
  }

  /// The rest of this draft, inside it; or in its place, if it says nothing.
  package func rest() -> Scope {
    let isInside = layer.overrides.keyBits != 0 || layer.isRoot
    let rest = isInside ? draft(in: self, isRest: true) : draft(in: outer, isRest: isRest)
    // The value is lent to one of them. Else another thread may look at this one.
    if unsafe lent != nil {
      unsafe (rest.lent, lent) = (lent, nil)
      (rest.answer, answer) = (answer, nil)
    }
    return rest
  }

  /// A draft in place of this one that says something else.
  @inline(never) func draft(saying overrides: Overrides) -> Scope {
    let draft = draft(in: outer, isRest: isRest)
    for override in overrides.all { draft.add(override) }
    return draft
  }

  /// Another draft of the same scope.
  @inline(never) private func draft(in outer: Scope?, isRest: Bool) -> Scope {
    let layer = usedLayer()
    let container = layer.isRoot ? layer.container : nil
    let (source, name) = (layer.source, layer.name)
    let draft = Scope(in: outer, rootOf: container, at: source, named: name, isRest: isRest)
    draft.layer.collectionBirth = layer.collectionBirth
    return draft
  }
}
