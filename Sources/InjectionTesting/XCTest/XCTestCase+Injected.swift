#if canImport(XCTest)
  public import Injection
  public import XCTest

  extension XCTestCase {
    /// Runs a test method in its own container.
    ///
    /// Use it in a class that can't derive from ``InjectedTestCase``. Call it in an override of
    /// `invokeTest`, in the class or in its base class. `setUp`, the test and `tearDown` see the
    /// same values, also if they are asynchronous.
    ///
    /// ```swift
    /// override func invokeTest() {
    ///   invokeInjected { $0.repository = MockRepository() } test: { super.invokeTest() }
    /// }
    /// ```
    ///
    /// `update` runs in the container, outside of the overrides, as
    /// ``InjectedTestCase/inject(into:)`` does.
    ///
    /// Issues fail the test method. Those on the main thread are recorded at once, others when the
    /// method ends. Call it on the main thread, where XCTest runs test methods.
    ///
    /// - Parameters:
    ///   - options: Which reads and overrides fail the test.
    ///   - update: A closure that replaces values. If it throws, the test fails and doesn't run.
    ///   - test: A closure that runs the test method.
    public func invokeInjected(
      options: TestScopeOptions = [],
      _ update: (inout InjectedValues) throws -> Void,
      test: () -> Void,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) {
      let source = SourceLine(fileID, line)
      var scope = TestScope(of: self, options: options, at: source)
      do { try scope.update(at: source, update) } catch {
        return failToSetValues(error, at: source)
      }
      scope.run(test)
    }

    func failToSetValues(_ error: any Error, at source: SourceLine) {
      fail("The values of the test could not be set: \(error)", at: source)
    }

    func fail(_ text: String, at source: SourceLine) {
      #if canImport(Darwin)
        let location = XCTSourceCodeLocation(filePath: source.fileID, lineNumber: Int(source.line))
        let context = XCTSourceCodeContext(location: source.isKnown ? location : nil)
        var issue = XCTIssue(type: .assertionFailure, compactDescription: text)
        issue.sourceCodeContext = context
        record(issue)
      #else
        let (file, line) = source.inXCTest
        recordFailure(withDescription: text, inFile: "\(file)", atLine: Int(line), expected: true)
      #endif
    }
  }

  extension TestScope {
    /// A scope of a test method.
    ///
    /// - Parameter source: A line of the test's own code, if it is known.
    init(of testCase: XCTestCase, options: TestScopeOptions, at source: SourceLine) {
      let test = XCTestMethod(testCase)
      XCTestMethods.shared.next(isRunning: false)
      self.init(test.name, options: options, test: test, at: source)
    }
  }

  extension InjectionIssue {
    /// The line to report, since XCTest doesn't know the test's: that of the read or the override,
    /// or else that of the property's declaration.
    var sourceInXCTest: SourceLine { source.isKnown ? source : declaration }
  }

  extension SourceLine {
    /// The file and the line as XCTest's types. If they are unknown, those that XCTest itself
    /// reports for an error that a test throws.
    var inXCTest: (file: StaticString, line: UInt) { (file ?? "<EXPR>", UInt(line)) }
  }
#endif
