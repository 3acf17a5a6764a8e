import Foundation
package import Injection

#if canImport(Testing)
  import Testing
#endif

/// Passes issues to the test that runs, of whichever framework.
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

  /// What code has opened around the running test's traits, or around a test method's container.
  static var scopeAroundTest: Scope? {
    if let opened = Scope.opened { return opened.ownContainer == nil ? nil : opened }
    #if canImport(Testing)
      if let test = Test.current { return SwiftTest.knownScope(of: test) }
    #endif
    #if canImport(XCTest)
      return XCTestMethods.shared.knownScope
    #else
      return nil
    #endif
  }

  /// Whether an issue can fail a test. In other programs, such as a tool or a preview that opens
  /// test scopes, a test framework may be linked, but ignores failures.
  static var canFailTests: Bool {
    testName != nil || isInMethod || InjectionContext.isOfTests
  }

  static var testName: String? {
    #if canImport(Testing)
      return Test.current?.nameInMessages
    #else
      return nil
    #endif
  }

  /// Whether a method of XCTest runs. Tests of Swift Testing don't run meanwhile, in no process.
  static var isInMethod: Bool {
    #if canImport(XCTest)
      return XCTestMethods.shared.running != nil
    #else
      return false
    #endif
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
    return UnknownTest(isInScope: isInScope, scope: name)
  }

  // MARK: Loading

  /// Called once, when the program or the bundle with the tests is loaded, before any test runs.
  fileprivate static func didLoad() {
    Container.testFramework.withLock { $0 = LinkedFrameworks.self }
    #if canImport(XCTest)
      XCTestMethods.shared.register()
    #endif
    // If an app has loaded the module before, that has another class of this name.
    if NSClassFromString("Injection.Scope") != Scope.self {
      Platform.writeToStandardError(Message.linkedTwice.description + "\n")
    }
  }
}

// What initializers of C are in, too: the system calls each function in this section when it loads
// the program or the bundle. Nothing else runs early enough: where XCTest tells nothing of a method
// that has already begun, and Xcode starts both frameworks in one process.
#if objectFormat(MachO)
  @section("__DATA,__mod_init_func,mod_init_funcs")
#elseif objectFormat(COFF)
  @section(".CRT$XCU")
#else
  @section(".init_array")
#endif
@used
private let didLoad: @convention(c) () -> Void = { LinkedFrameworks.didLoad() }

extension Message {
  /// The message about an app and tests that each have a copy of the module `Injection`.
  fileprivate static var linkedTwice: Message {
    Message(
      "The app and its tests each have a copy of Injection: the app's code doesn't see what a test "
        + "overrides.",
      fixes: """
        - Test without the app: move the code to a module of a package or to a framework, link that \
        and InjectionTesting to the tests, and set their Host Application to None.
        - Or link Injection once: as a dynamic framework, to the app and to the tests.
        """
    )
  }
}
