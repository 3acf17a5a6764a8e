#if canImport(Testing)
  import Injection
  import Testing

  /// A test of Swift Testing.
  ///
  /// Swift Testing identifies the test by a task-local value. In the test's task, and in tasks that
  /// inherit the value, an issue is recorded at once. In a detached task or on a queue, an issue
  /// would belong to no test, so it waits for the end of the scope, where the test is known again.
  /// Still later, it is recorded with the test's name.
  struct SwiftTest: RunningTest {
    let test: Test
    var name: String? { test.nameInMessages }
    var surroundings: Surroundings { .test }
    var isCurrent: Bool { Test.current?.id == test.id }

    func record(_ issue: InjectionIssue, note: String?) { issue.record(in: test, note: note) }
  }

  extension InjectionIssue {
    /// Fails the running test at the line of the read or the override, or else at the test's.
    func record(in test: Test?, note: String?) {
      let (text, line) = (Comment(rawValue: text(with: note)), location(in: test))
      #if compiler(>=6.3)
        let severity = kind == .waitingRead ? Issue.Severity.warning : .error
        Issue.record(text, severity: severity, sourceLocation: line)
      #else
        // There are no warnings. That one was written to standard error.
        if kind != .waitingRead { Issue.record(text, sourceLocation: line) }
      #endif
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
