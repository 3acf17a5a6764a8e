#if canImport(XCTest)
  public import Injection
  public import XCTest

  extension XCTestCase {
    /// Runs a test method in a container of its own: for a class that cannot derive from
    /// ``InjectedTestCase``.
    ///
    /// Call it in an override of `invokeTest`, in the class or in its base class. The values hold in
    /// `setUp`, in the test, synchronous or not, and in `tearDown`.
    ///
    /// ```swift
    /// override func invokeTest() {
    ///   invokeInjected { $0.repository = MockRepository() } test: { super.invokeTest() }
    /// }
    /// ```
    ///
    /// Issues fail the test method. Those of the main thread are recorded at once, all others when the
    /// method has ended.
    ///
    /// - Parameters:
    ///   - options: Which reads and overrides fail the test.
    ///   - update: Replaces values. If it throws, the test fails and does not run.
    ///   - test: What runs the test method.
    ///   - fileID: The file of the call, for messages. It comes by itself.
    ///   - line: The line of the call, for messages. It comes by itself.
    public func invokeInjected(
      options: TestScopeOptions = [],
      _ update: (inout InjectedValues) throws -> Void,
      test: () -> Void,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) {
      let reporter = XCTestReporter(self)
      var scope = TestScope(
        reporter.name,
        options: options,
        reporter: reporter,
        at: SourcePlace(fileID, line)
      )
      do {
        // No place: that of this call says nothing, and the declaration of a property does.
        try scope.update(at: nil, update)
      } catch {
        fail(
          "The values of the test could not be set: \(error)",
          fileID: "\(fileID)",
          line: Int(line)
        )
        return
      }
      scope.run(test)
    }

    func fail(_ text: String, fileID: String, line: Int) {
      #if canImport(Darwin)
        let location = XCTSourceCodeLocation(filePath: fileID, lineNumber: line)
        record(
          XCTIssue(
            type: .assertionFailure,
            compactDescription: text,
            sourceCodeContext: XCTSourceCodeContext(location: location)
          )
        )
      #else
        recordFailure(withDescription: text, inFile: fileID, atLine: line, expected: true)
      #endif
    }
  }
#endif
