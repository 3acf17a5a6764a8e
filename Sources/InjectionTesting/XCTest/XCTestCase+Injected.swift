#if canImport(XCTest)
  public import Injection
  public import XCTest

  extension XCTestCase {
    /// Runs a test method in a container of its own.
    ///
    /// For a class that cannot derive from ``InjectedTestCase``. Call it in an override of
    /// `invokeTest`, in the class or in its base class. The values hold in `setUp`, in the test,
    /// synchronous or not, and in `tearDown`.
    ///
    /// ```swift
    /// override func invokeTest() {
    ///   invokeInjected { $0.repository = MockRepository() } test: { super.invokeTest() }
    /// }
    /// ```
    ///
    /// Issues fail the test method. Those of the main thread are recorded at once, all others when
    /// the method has ended. Use it on the main thread, where XCTest runs test methods.
    ///
    /// - Parameters:
    ///   - options: Which reads and overrides fail the test.
    ///   - update: Replaces values. If it throws, the test fails and does not run.
    ///   - test: What runs the test method.
    ///   - fileID: The source location; leave the default.
    ///   - line: The source location; leave the default.
    public func invokeInjected(
      options: TestScopeOptions = [],
      _ update: (inout InjectedValues) throws -> Void,
      test: () -> Void,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) {
      let place = SourcePlace(fileID, line)
      var scope = TestScope(of: self, options: options, at: place)
      do {
        try scope.update(at: place, update)
      } catch {
        return failToSetValues(error, at: place)
      }
      scope.run(test)
    }

    func failToSetValues(_ error: any Error, at place: SourcePlace) {
      fail("The values of the test could not be set: \(error)", at: place)
    }

    func fail(_ text: String, at place: SourcePlace) {
      #if canImport(Darwin)
        let location = XCTSourceCodeLocation(filePath: place.fileID, lineNumber: place.line)
        record(
          XCTIssue(
            type: .assertionFailure,
            compactDescription: text,
            sourceCodeContext: XCTSourceCodeContext(location: place.isKnown ? location : nil)
          )
        )
      #else
        let (file, line) = place.inXCTest
        recordFailure(withDescription: text, inFile: "\(file)", atLine: Int(line), expected: true)
      #endif
    }
  }

  extension TestScope {
    /// A scope of a test method.
    ///
    /// - Parameter place: A place in the test's own code; unknown if only the library's is known.
    init(of testCase: XCTestCase, options: TestScopeOptions, at place: SourcePlace) {
      let reporter = XCTestReporter(testCase)
      self.init(reporter.name, options: options, reporter: reporter, at: place)
    }
  }

  extension InjectionIssue {
    /// A file and a line, since XCTest has none of its own: where nobody knows the place of the
    /// read or of the override, that of the property's declaration.
    var placeInXCTest: SourcePlace { place.isKnown ? place : declaration }
  }

  extension SourcePlace {
    /// The file and the line, as XCTest takes them; where they are unknown, what it writes itself
    /// of an error that a test throws.
    var inXCTest: (file: StaticString, line: UInt) { isKnown ? (file, UInt(line)) : ("<EXPR>", 0) }
  }
#endif
