#if canImport(XCTest)
  import Foundation
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
      filePath: StaticString = #filePath,
      line: UInt = #line
    ) {
      let source = SourceLine(fileID, line)
      let file = SourceFile(fileID: fileID, path: filePath)
      var scope = TestScope(of: self, options: options, at: source, in: file)
      do { try scope.update(at: source, update) } catch {
        return failToSetValues(error, at: XCTestPlace(source, path: "\(filePath)"))
      }
      scope.run(test)
    }

    func failToSetValues(_ error: any Error, at place: XCTestPlace?) {
      fail("The values of the test could not be set: \(error)", at: place)
    }

    /// Fails the test method.
    ///
    /// The test goes on: what XCTest throws if it shouldn't is an exception of Objective-C, for
    /// which the frames of Swift code that has read a value aren't unwound.
    func fail(_ text: String, at place: XCTestPlace?) {
      // Only the thread that runs the method may set it. On others, XCTest doesn't throw.
      let isOnMainThread = Thread.isMainThread
      let continues = isOnMainThread ? continueAfterFailure : true
      if !continues { continueAfterFailure = true }
      defer { if !continues { continueAfterFailure = false } }
      #if canImport(Darwin)
        var issue = XCTIssue(type: .assertionFailure, compactDescription: text)
        // Without a line, Xcode shows the call stack.
        if let place {
          let location = XCTSourceCodeLocation(filePath: place.file, lineNumber: place.line)
          issue.sourceCodeContext = XCTSourceCodeContext(location: location)
        }
        record(issue)
      #else
        // As XCTest itself reports an error that a test throws.
        let place = place ?? XCTestPlace(file: "<EXPR>", line: 0)
        recordFailure(
          withDescription: text,
          inFile: place.file,
          atLine: place.line,
          expected: true
        )
      #endif
    }
  }

  extension TestScope {
    /// A scope of a test method.
    ///
    /// - Parameter source: A line of the test's own code, if it is known.
    init(
      of testCase: XCTestCase,
      options: TestScopeOptions,
      at source: SourceLine,
      in file: SourceFile? = nil
    ) {
      let test = XCTestMethod(testCase)
      XCTestMethods.shared.didOpenContainer()
      self.init(test.name, options: options, test: test, at: source, in: file)
    }
  }

  /// The file and the line that XCTest shows.
  struct XCTestPlace {
    var file: String
    var line: Int

    /// - Parameters:
    ///   - path: The path of the line's file, if it is known.
    ///   - needsPath: Whether a line is nothing without a path.
    init?(_ source: SourceLine, path: String?, needsPath: Bool = Self.needsPath) {
      guard source.isKnown, path != nil || !needsPath else { return nil }
      (file, line) = (path ?? source.fileID, Int(source.line))
    }

    /// Xcode shows no line of a file without a path. A log is readable without paths.
    private static var needsPath: Bool {
      #if canImport(Darwin)
        true
      #else
        false
      #endif
    }

    init(file: String, line: Int) { (self.file, self.line) = (file, line) }
  }

  extension InjectionIssue {
    /// The place to report, since XCTest doesn't know the test's: that of the read or the override,
    /// or else that of the property's declaration.
    func placeInXCTest(path: String?) -> XCTestPlace? {
      XCTestPlace(source.isKnown ? source : declaration, path: path)
    }
  }
#endif
