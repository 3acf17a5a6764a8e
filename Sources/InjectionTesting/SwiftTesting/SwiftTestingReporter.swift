#if canImport(Testing)
  import Injection
  import Synchronization
  import Testing

  /// Records the issues of a scope in the test of Swift Testing that opened it.
  ///
  /// Swift Testing identifies the test by a task-local value. In the test's task, and in tasks that
  /// inherit the value, an issue is recorded at once. In a detached task or on a queue, an issue
  /// would belong to no test, so it is recorded when the scope ends, where the test is known again.
  /// Still later, it is recorded with the test's name.
  final class SwiftTestingReporter: TestReporter {
    private let test: Test
    private let name: String
    var testName: String? { name }

    /// The issues that wait for the end of the scope, or `nil` after the end.
    private let waiting = Lock<[InjectionIssue]?>([])

    init(_ test: Test) {
      self.test = test
      self.name = test.nameInMessages
    }

    var surroundings: Surroundings { .test }

    func report(_ issue: InjectionIssue) {
      if Test.current?.id == test.id { return issue.record(in: test) }
      let waits = waiting.withLock { waiting in
        waiting?.append(issue)
        return waiting != nil
      }
      if !waits {
        issue.record(in: test, note: "In code that \(name) started, after it had ended.")
      }
    }

    func scopeEnded() {
      let issues = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting ?? []
      }
      for issue in issues {
        issue.record(in: test, note: "In code that \(name) started, on another task or thread.")
      }
    }
  }

  extension InjectionIssue {
    /// Fails the running test at the line of the read or the override, or else at the test's.
    func record(in test: Test?, note: String? = nil) {
      var text = description
      if let note { text += "\n\n\(note)" }
      Issue.record(Comment(rawValue: text), sourceLocation: location(in: test))
    }

    private func location(in test: Test?) -> SourceLocation {
      guard let fileID, let line else {
        return test?.sourceLocation
          ?? SourceLocation(fileID: "unknown/unknown", filePath: "unknown", line: 1, column: 1)
      }
      // The line has no path. If the file is the test's, use the test's path, or else the file name.
      let isInTestFile = test?.sourceLocation.fileID == fileID
      let path = isInTestFile ? test!.sourceLocation.filePath : fileID
      return SourceLocation(fileID: fileID, filePath: path, line: line, column: 1)
    }
  }
#endif
