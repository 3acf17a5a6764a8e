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

    /// The containers of test cases without a trait.
    //
    // They stay, since Swift Testing tells only traits that a test ends.
    private static let scopes = Lock<[CaseID: Scope]>([:])

    /// Where the code of the running test case is that is in no scope.
    static func scope(of test: Test) -> Scope {
      let id = CaseID(test, .current)
      return scopes.withLock { scopes in
        if let known = scopes[id] { return known }
        let reporter = TestReporter(SwiftTest(test: test), hasEnd: false)
        let new = Scope.ofTest(reporter, named: test.nameInMessages)
        scopes[id] = new
        return new
      }
    }
  }

  extension InjectionIssue {
    /// Fails the running test at the line of the read or the override, or else at the test's.
    func record(in test: Test?, note: String?) {
      let (text, line) = (Comment(rawValue: text(with: note)), location(in: test))
      let severity = kind == .waitingRead ? Issue.Severity.warning : .error
      Issue.record(text, severity: severity, sourceLocation: line)
    }

    private func location(in test: Test?) -> SourceLocation {
      guard let fileID, let line else {
        return test?.sourceLocation
          ?? SourceLocation(fileID: "unknown/unknown", filePath: "unknown", line: 1, column: 1)
      }
      // The line has no path. If the file is the test's, use the test's path, or else the file
      // name.
      let isInTestFile = test?.sourceLocation.fileID == fileID
      let path = isInTestFile ? test!.sourceLocation.filePath : fileID
      return SourceLocation(fileID: fileID, filePath: path, line: line, column: 1)
    }
  }

  /// What identifies a test case.
  private struct CaseID: Hashable {
    private let test: Test.ID
    private var arguments: [[UInt8]] = []
    private var discriminator = 0

    init(_ test: Test, _ testCase: Test.Case?) {
      self.test = test.id
      // Not public in Swift 6.3. Elsewhere, the cases of a test may share a container.
      guard let testCase, testCase.isParameterized,
        let kind = Mirror(reflecting: testCase).descendant("_kind", "parameterized")
      else { return }
      let mirror = Mirror(reflecting: kind)
      discriminator = mirror.descendant("discriminator") as? Int ?? 0
      for argument in mirror.descendant("arguments") as? [Any] ?? [] {
        arguments.append(Mirror(reflecting: argument).descendant("id", "bytes") as? [UInt8] ?? [])
      }
    }
  }
#endif
