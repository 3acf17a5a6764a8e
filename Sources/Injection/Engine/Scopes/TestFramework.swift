/// The test frameworks that issues can be recorded in.
///
/// `InjectionTesting` has the only implementation. This module imports neither that nor a test
/// framework, but looks for the class by name when there is an issue to report.
package protocol TestFramework: AnyObject, SendableMetatype {
  /// Reports the issues of the process's container, or `nil` if no test can fail here.
  static var reporter: (any IssueReporter)? { get }

  /// The scope of code of the running test that is in no other; `nil` if none is known.
  static var scope: Scope? { get }
}

extension Container {
  /// The test framework, if it is linked. It needs no registration, and is looked up when first
  /// needed.
  static let testFramework =
    _typeByName("InjectionTesting.LinkedFrameworks") as? any TestFramework.Type
}
