#if canImport(Testing)
  import Injection
  import Testing

  /// A test of Swift Testing.
  ///
  /// Swift Testing identifies the test by a task-local value. In the test's task, and in tasks that
  /// inherit the value, an issue is recorded at once. In a detached task or on a queue, an issue
  /// would belong to no test, so it waits for the end of the scope, where the test is known again.
  /// Still later, it is recorded with the test's name. While the arguments and conditions of a test
  /// are evaluated, the test is known, but has no case, and an issue is dropped.
  struct SwiftTest: RunningTest {
    let test: Test
    /// Whether another trait has opened a scope around a suite, or around all cases of a test; or
    /// the test's arguments and conditions are evaluated.
    let isOfSeveral = Test.Case.current == nil
    var name: String? { running.nameInMessages }
    var surroundings: Surroundings { .test }
    var isCurrent: Bool { Test.current?.id == running.id }

    /// The test; of several, the one whose code runs here.
    private var running: Test { isOfSeveral ? Test.current ?? test : test }

    func record(_ issue: InjectionIssue, path: String?, note: String?) {
      if !isCurrent || Test.Case.current == nil { issue.writeWithoutTest(note) }
      issue.record(in: running, path: path, note: note)
    }

    /// The containers of test cases without a trait, or in which code runs outside of the traits.
    //
    // They stay, since Swift Testing tells only traits that a test ends.
    private static let scopes = Lock<[CaseID: Scope]>([:])

    /// The scope of the running test case, if it was made before.
    static func knownScope(of test: Test) -> Scope? {
      let id = CaseID(test, .current)
      return scopes.withLock { $0[id] }
    }

    /// Where the code of the running test case is that is in no scope.
    static func scope(of test: Test) -> Scope {
      let id = CaseID(test, .current)
      return scopes.withLock { scopes in
        if let known = scopes[id] { return known }
        let running = SwiftTest(test: test)
        let reporter = TestReporter(running, hasEnd: false)
        // Traits share the container, and what is set for the process isn't seen there.
        let hasTraits = !running.isOfSeveral && test.traits.contains { $0 is InjectedTrait }
        let observer = hasTraits ? TestObserver(reporter) : nil
        let new = Scope.ofTest(reporter, observer, named: test.nameInMessages)
        scopes[id] = new
        if !running.isOfSeveral { RunningTests.beginBare(test.nameInMessages) }
        return new
      }
    }
  }

  extension InjectionIssue {
    /// Fails the running test at the line of the read or the override, or else at the test's.
    func record(in test: Test?, path: String?, note: String?) {
      Issue.record(
        Comment(rawValue: text(with: note)),
        severity: kind == .waitingRead ? .warning : .error,
        sourceLocation: location(in: test?.sourceLocation, path: path)
      )
    }

    private func location(in test: SourceLocation?, path: String?) -> SourceLocation {
      let unknown = SourceLocation(
        fileID: "unknown/unknown",
        filePath: "unknown",
        line: 1,
        column: 1
      )
      guard let fileID, let line else { return test ?? unknown }
      var path = path
      if let test, test.fileID == fileID { path = test.filePath }
      // Xcode shows no line of a file without a path, so that is at the test.
      if let test, path == nil { return test }
      return SourceLocation(fileID: fileID, filePath: path ?? fileID, line: line, column: 1)
    }
  }

  /// What identifies a test case.
  private struct CaseID: Hashable {
    private let test: Test.ID
    /// Whether it is one, and not what evaluates the test's arguments and conditions.
    private let isCase: Bool
    private var arguments: [[UInt8]] = []
    private var discriminator = 0

    init(_ test: Test, _ testCase: Test.Case?) {
      (self.test, isCase) = (test.id, testCase != nil)
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
