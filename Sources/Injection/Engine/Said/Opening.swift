/// Where one `withInjected` lies, and what is known of it besides its overrides.
package struct Opening: Sendable {
  /// `nil` is the process's, so that no shared reference is counted.
  let ownContainer: Container?
  /// How many scopes lie outside.
  package let depth: Int
  /// Where the scope was opened.
  package let source: SourceLine
  package let name: String?
  /// When the scope was opened: the younger of two has the greater age.
  package let age: UInt64
  /// Who must be told of reads there.
  let watch: Watch?
  /// The layer whose overrides these are, if they are opened once more.
  var original: Layer?
  /// Where that is kept which doesn't stand on the home's own overrides, if this lies in a home
  /// beside.
  var originalHome: Home?
  /// The depths of the home's own scopes, which don't enclose both.
  var homeDepths: Range<Int>?
  /// What the process keeps, where `bootstrap` sets up a new root: its closure reads that, too.
  let processMemory: Memory?

  package var container: Container { ownContainer ?? .process }
  package var isOfProcess: Bool { ownContainer == nil }
  /// Whether this is the process's root, or a draft of it.
  var isOutermostOfProcess: Bool { depth == 0 && ownContainer == nil }
}
