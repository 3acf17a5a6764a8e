/// What one `withInjected` said, and where that lies.
package struct Opening: Sendable {
  /// `nil` is the process's, so that no shared reference is counted.
  let ownContainer: Container?
  /// How many scopes lie outside.
  package let depth: Int
  /// Where the scope was opened.
  package let source: SourceLine
  package let name: String?
  package internal(set) var overrides = Overrides()

  package var container: Container { ownContainer ?? .process }
  package var isOfProcess: Bool { ownContainer == nil }
  var context: InjectionContext { ownContainer?.context ?? .ofThisProcess }
  /// Whether this is the process's root.
  var isOfProcessRoot: Bool { depth == 0 && ownContainer == nil }
}
