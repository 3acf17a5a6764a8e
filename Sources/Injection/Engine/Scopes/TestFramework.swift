/// The test frameworks that issues can be recorded in.
///
/// `InjectionTesting` has the only implementation. This module imports neither that nor a test
/// framework.
package protocol TestFramework: AnyObject, SendableMetatype {
  /// Reports the issues of the process's container, or `nil` if no test can fail here.
  static var reporter: (any IssueReporter)? { get }

  /// The scope of code of the running test that is in no other; `nil` if none is known.
  static var scope: Scope? { get }
}

extension Container {
  /// The test framework, if it is linked. Its module sets it when it is loaded: before the process
  /// starts, or, if an app hosts the tests, after the app has started.
  package static let testFramework = Lock<(any TestFramework.Type)?>(nil)

  /// Where code of the running test is that is in no scope; `nil` is the process's root.
  @inline(never) static var scopeOfRunningTest: Scope? {
    if let framework = testFramework.withLock({ $0 }) { return framework.scope }
    Message.unlinkedTesting
    return nil
  }
}
