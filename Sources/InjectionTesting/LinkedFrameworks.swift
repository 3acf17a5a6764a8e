package import Injection

#if canImport(Testing)
  import Testing
#endif

/// Passes issues to the test framework that runs.
///
/// `Injection` finds this class by its name: see `Issues`. It is `package` so that no build
/// configuration strips it, although nothing else refers to it.
package final class LinkedFrameworks: TestFramework {
  package static var reporter: (any IssueReporter)? {
    canFailTests ? TestReporter(runningTest()) : nil
  }

  package static var scope: Scope? {
    #if canImport(Testing)
      if let test = Test.current { return SwiftTest.scope(of: test) }
    #endif
    #if canImport(XCTest)
      return XCTestMethods.shared.scope
    #else
      return nil
    #endif
  }

  /// Whether an issue can fail a test. In other programs, such as a tool or a preview that opens
  /// test scopes, a test framework may be linked, but ignores failures.
  static var canFailTests: Bool { testName != nil || InjectionContext.isOfTests }

  static var testName: String? {
    #if canImport(Testing)
      return Test.current?.nameInMessages
    #else
      return nil
    #endif
  }

  /// Whether this process runs only tests of Swift Testing. The package manager runs each framework
  /// in its own process, and says which in an argument.
  static var isSwiftTesting: Bool { CommandLine.arguments.contains("swift-testing") }

  /// Whether the package manager runs tests of XCTest in this process. Only Linux is known.
  static var isXCTest: Bool {
    CommandLine.arguments.first?.hasSuffix(".xctest") == true && !isSwiftTesting && !isExitTest
  }

  /// Whether this process runs the body of an exit test. It sees nothing of the test.
  static var isExitTest: Bool {
    #if canImport(Testing) && (os(macOS) || os(Linux) || os(Windows) || os(FreeBSD))
      return ExitTest.current != nil
    #else
      return false
    #endif
  }

  /// The test whose code runs here.
  ///
  /// - Parameters:
  ///   - isInScope: Whether it opens a scope.
  ///   - name: The scope's name.
  static func runningTest(isInScope: Bool = false, named name: String? = nil) -> any RunningTest {
    #if canImport(Testing)
      if let test = Test.current { return SwiftTest(test: test) }
    #endif
    return UnknownTest(isInScope: isInScope, name: name)
  }
}
