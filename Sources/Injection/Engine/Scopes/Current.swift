/// The value of the task-local.
//
// An own type: an optional class would cost a lookup of its metadata at each use.
@usableFromInline
enum Current: Sendable {
  /// The process's root, so that no shared reference is counted.
  case process
  /// In no scope, where tests run: what the running test has, or else the process's root, as on a
  /// thread and in a detached task, where no test is known.
  case runningTest
  case scope(Scope)

  @usableFromInline
  init(_ scope: Scope?) { self = scope.map { .scope($0) } ?? .process }

  /// `nil` is the process's root.
  fileprivate var scope: Scope? {
    switch self {
    case .process: nil
    case .scope(let scope): scope
    case .runningTest: Container.scopeOfRunningTest
    }
  }
}

extension Scope {
  @usableFromInline static let taskLocal = TaskLocal(
    wrappedValue: InjectionContext.isOfTests ? Current.runningTest : .process
  )

  /// Where the running task is; `nil` is the process's root.
  @usableFromInline package static var current: Scope? { taskLocal.get().scope }

  /// The same, but `nil` in a running test that has opened no scope.
  package static var opened: Scope? {
    if case .scope(let scope) = taskLocal.get() { scope } else { nil }
  }

  /// The layer that the running task sees.
  @inline(never) static var currentLayer: Layer { current.seen }

  /// The innermost build whose code runs here, transient values included.
  @inline(never) static var currentBuild: Build? {
    guard let current, !current.isPlain else { return nil }
    return current.listener?.build
  }

  /// The same scope; an observer watches the reads there, and in scopes and builds inside.
  package static func recorded(by observer: any ReadObserver, in scope: Scope?) -> Scope {
    Scope(telling: Recording(observer, inside: scope?.listener?.live), in: scope)
  }
}
