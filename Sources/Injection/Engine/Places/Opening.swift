/// Where one `withInjected` lies, and what is known of it besides its overrides.
package struct Opening: Sendable {
  /// `nil` is the process's, so that no shared reference is counted.
  let ownContainer: Container?
  /// How many scopes lie outside.
  package let depth: Int
  /// Where the scope was opened.
  package let source: SourceLine
  package let name: String?
  let extras: Extras?

  /// The same with other extras.
  func with(_ extras: Extras?) -> Opening {
    Opening(ownContainer: ownContainer, depth: depth, source: source, name: name, extras: extras)
  }

  package var container: Container { ownContainer ?? .process }
  package var isOfProcess: Bool { ownContainer == nil }
  /// Whether this is the process's root, or a draft of it.
  var isOutermostOfProcess: Bool { depth == 0 && ownContainer == nil }
  /// Who must be told of reads there.
  var watch: Watch? { extras?.watch }
}

/// What only some scopes have.
final class Extras: Sendable {
  /// Who must be told of reads there.
  let watch: Watch?
  /// The layer whose overrides these are, if they are said again.
  let original: Layer?
  /// If that is in a home beside: where that is kept which doesn't stand on the home's own
  /// overrides, and the depths of the home's own scopes, which don't enclose both.
  let beside: (originalHome: Home, homeDepths: Range<Int>)?
  /// What the process keeps, where `bootstrap` sets up a new root: its closure reads that, too.
  let processMemory: Memory?
  /// A kept scope that is entered in another one, and that.
  let held: (kept: Place, here: Place)?

  init(
    watch: Watch? = nil,
    original: Layer? = nil,
    beside: (originalHome: Home, homeDepths: Range<Int>)? = nil,
    processMemory: Memory? = nil,
    held: (kept: Place, here: Place)? = nil
  ) {
    (self.watch, self.original) = (watch, original)
    (self.beside, self.processMemory, self.held) = (beside, processMemory, held)
  }
}
