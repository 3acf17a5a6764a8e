/// What one `withInjected` said, and where that lies.
package struct Opening: Sendable {
  /// `nil` is the process's, so that no shared reference is counted.
  let ownContainer: Container?
  /// How many scopes lie outside.
  package let depth: Int
  /// Where the scope was opened.
  package let source: SourceLine
  package let name: String?
  /// When the scope was opened: the younger of two has the greater age.
  let ownAge: UInt64
  /// Who must be told of reads there, if there was somebody.
  var watch: Watch?
  /// The home of the build whose code opened the scope.
  var opener: Home?
  /// The layer whose overrides these are, if they are opened once more.
  var original: Layer?
  /// The depths of the home's own scopes, which don't enclose both, if this lies in a home beside.
  var homeDepths: Range<Int>?
  /// What the process keeps, where `bootstrap` sets up a new root: its closure reads that, too.
  var processMemory: Memory?
  package internal(set) var overrides = Overrides()

  /// What a root says.
  init(rootOf container: Container, at source: SourceLine, named name: String?) {
    ownContainer = container === Container.process ? nil : container
    (depth, self.source, self.name, ownAge) = (0, source, name, Platform.now)
    watch = container.observer.map { WatchOfDetour(observers: [$0]) }
  }

  /// What is said in a place; `nil` is the process's root.
  init(in outer: Place?, at source: SourceLine, named name: String?, age: UInt64 = Platform.now) {
    let (container, depth) = outer?.containerAndDepth ?? (nil, 0)
    ownContainer = container
    (self.depth, self.source, self.name, ownAge) = (depth + 1, source, name, age)
    watch = outer?.watch
  }

  package var container: Container { ownContainer ?? .process }
  package var isOfProcess: Bool { ownContainer == nil }
  var context: InjectionContext { ownContainer?.context ?? .ofThisProcess }
  /// Whether this is the process's root, or a draft of it.
  var isOfProcessRoot: Bool { depth == 0 && ownContainer == nil }
  /// What a build opens is as old as the scope that keeps the build's value.
  package var age: UInt64 { opener?.age ?? ownAge }
}
