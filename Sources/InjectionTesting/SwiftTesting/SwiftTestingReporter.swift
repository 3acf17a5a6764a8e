#if canImport(Testing)
  import Injection
  import Synchronization
  import Testing

  /// Records the issues of a scope in the test of Swift Testing that opened it.
  ///
  /// Swift Testing knows the test by a task-local. Where that is there, in the test's task and in
  /// what it starts, an issue is recorded at once. Elsewhere, in a detached task or on a queue, it
  /// would be nobody's: it waits, and is recorded when the scope ends, where the test is known
  /// again. After that it is recorded with the test's name.
  final class SwiftTestingReporter: TestReporter {
    private let test: Test
    private let name: String

    /// What waits for the end of the scope; `nil` when it has ended.
    private let waiting = Lock<[InjectionIssue]?>([])

    init(_ test: Test) {
      self.test = test
      self.name = test.nameInMessages
    }

    func report(_ issue: InjectionIssue) {
      if Test.current?.id == test.id { return issue.record(in: test) }
      let waits = waiting.withLock { waiting in
        waiting?.append(issue)
        return waiting != nil
      }
      if !waits { issue.record(in: test, note: "In what \(name) started, after it had ended.") }
    }

    func scopeEnded() {
      let issues = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting ?? []
      }
      for issue in issues {
        issue.record(in: test, note: "In what \(name) started, on another task or thread.")
      }
    }
  }

  extension InjectionIssue {
    /// Fails the running test, at the place of the read or of the override, or else at that of the
    /// test.
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
      // The place has no path. It is the test's where the file is the test's; elsewhere the file's
      // name has to do.
      let isInTestFile = test?.sourceLocation.fileID == fileID
      let path = isInTestFile ? test!.sourceLocation.filePath : fileID
      return SourceLocation(fileID: fileID, filePath: path, line: line, column: 1)
    }
  }
#endif
