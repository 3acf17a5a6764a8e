public import Synchronization

// The process's root, which stands outside of all scopes that have no other one.

extension Scope {
  /// The root of the process's container, with what `InjectedValues.bootstrap` set. It is never
  /// freed.
  package static var process: Scope {
    // Safe: never freed, nor is one that was published before it. Acquiring: who sees the reference
    // sees the scope.
    if let root = unsafe publishedRoot.load(ordering: .acquiring) {
      return unsafe root.takeUnretainedValue()
    }
    return firstProcess
  }

  /// The root that the process begins with; it has no overrides.
  static let firstProcess: Scope = {
    CopyCheck.run()
    let root = FirstRoot()
    root.publishAsProcess()
    return root
  }()

  /// Makes this scope the process's root.
  final func publishAsProcess() {
    // Releasing: who sees the reference sees the scope. Never freed, so never retained again.
    unsafe Scope.publishedRoot.store(Unmanaged.passRetained(self), ordering: .releasing)
  }

  /// The same without a check whether it was made, for reads.
  @usableFromInline static let publishedRoot = unsafe Atomic<Unmanaged<Scope>?>(nil)

  /// A scope without a reference that is counted; `nil` is the process's root.
  ///
  /// The optimizer does not find out by itself that none is needed: the caller holds `scope`, and
  /// the process's root is never freed.
  @inlinable
  @inline(__always)
  static func unretained(_ scope: Scope?) -> Unmanaged<Scope>? {
    // Acquiring: who sees the reference sees the scope.
    if let scope {
      unsafe .passUnretained(scope)
    } else {
      unsafe publishedRoot.load(ordering: .acquiring)
    }
  }
}

/// The root that the process begins with.
///
/// What a default of its own made has it as its home, and sees what `InjectedValues.bootstrap` sets
/// later, like all that has the process's root as its home.
private final class FirstRoot: Scope, @unchecked Sendable {
  // Unchecked like its superclass; it adds nothing.
  init() {
    super.init(
      in: nil,
      container: nil,
      place: SourcePlace(#fileID, #line),
      traits: [.root, .base, .process, .redirects]
    )
  }

  override var resolved: Scope { .process }
}
