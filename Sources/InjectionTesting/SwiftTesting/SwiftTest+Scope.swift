#if canImport(Testing)
  import Injection
  import Testing

  extension SwiftTest {
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
