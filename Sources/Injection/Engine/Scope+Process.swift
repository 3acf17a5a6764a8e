public import Synchronization

// The process's root, which stands outside of all scopes that have no other one.

extension Scope {
  /// The root of the process's container, with what `InjectedValues.bootstrap` set. It is never
  /// freed.
  package static var process: Scope { unsafe unretainedProcess.takeUnretainedValue() }

  /// The same without counting a reference.
  static var unretainedProcess: Unmanaged<Scope> {
    // Acquiring: who sees the reference sees the scope.
    // Safe: never freed, nor is one that was published before it; and only scopes are published.
    if let root = unsafe publishedRoot.load(ordering: .acquiring) {
      return unsafe .fromOpaque(root.toOpaque())
    }
    return unsafe .passUnretained(firstProcess)
  }

  /// The root that the process begins with; it has no overrides.
  static let firstProcess: Scope = {
    CopyCheck.run()
    let root = Scope(
      rootOf: nil,
      place: .unknown,
      traits: [.root, .base, .process],
      number: Viewpoint.processNumber
    )
    root.publishAsProcess()
    return root
  }()

  /// Makes this scope the process's root.
  final func publishAsProcess() {
    // Releasing: who sees the reference sees the scope. Never freed, so never retained again.
    let root = unsafe Unmanaged<Viewpoint>.passRetained(self)
    unsafe Scope.publishedRoot.store(root, ordering: .releasing)
  }

  /// The same without a check whether it was made, for reads.
  @usableFromInline static let publishedRoot = unsafe Atomic<Unmanaged<Viewpoint>?>(nil)
}

extension Viewpoint {
  /// A viewpoint without a reference that is counted; `nil` is the process's root.
  ///
  /// The optimizer does not find out by itself that none is needed: the caller holds `viewpoint`,
  /// and the process's root is never freed.
  @inlinable
  @inline(__always)
  static func unretained(_ viewpoint: Viewpoint?) -> Unmanaged<Viewpoint>? {
    // Acquiring: who sees the reference sees the scope.
    if let viewpoint {
      unsafe .passUnretained(viewpoint)
    } else {
      unsafe Scope.publishedRoot.load(ordering: .acquiring)
    }
  }
}
