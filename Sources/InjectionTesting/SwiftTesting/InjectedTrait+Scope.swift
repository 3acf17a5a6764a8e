#if canImport(Testing)
  import Injection
  public import Testing

  extension InjectedTrait {
    /// The trait itself for a test case, and nothing for a suite or a test function as a whole.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> InjectedTrait? {
      testCase == nil ? nil : self
    }

    /// Runs `function` in the container of the test case.
    ///
    /// The outermost trait of a test opens it, with what all traits of the test ask for, since a
    /// `.singleton` sees what is overridden at the root of its container only.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: Its case.
    ///   - function: The suite's `init` and the test's body.
    /// - Throws: What the closure of a trait throws, or `function`.
    public func provideScope(
      for test: Test,
      testCase: Test.Case?,
      performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      if OpenTraits.current?.contains(self, of: test) == true { return try await function() }

      let open = OpenTraits(adding: self, for: test)
      var scope = TestScope(
        test.nameInMessages,
        options: TestScopeOptions(open.traits.map(\.options)),
        at: SourcePlace(fileID, line)
      )
      for trait in open.traits {
        try await scope.update(at: SourcePlace(trait.fileID, trait.line), trait.update)
      }
      try await OpenTraits.$current.withValue(open) {
        try await scope.run { try await function() }
      }
    }
  }

  /// The traits that made the container of a running test case.
  private struct OpenTraits: Sendable {
    @TaskLocal static var current: OpenTraits?

    let testID: Test.ID
    let traits: [InjectedTrait]

    /// All traits of the test, which have the suites' before its own; and then `trait`, if it is
    /// none of them: another trait called it.
    init(adding trait: InjectedTrait, for test: Test) {
      self.testID = test.id
      let enclosing = Self.current.map { $0.testID == test.id ? $0.traits : [] } ?? []
      let all = enclosing + test.traits.compactMap { $0 as? InjectedTrait } + [trait]
      var seen: Set<ObjectIdentifier> = []
      self.traits = all.filter { seen.insert(ObjectIdentifier($0.identity)).inserted }
    }

    func contains(_ trait: InjectedTrait, of test: Test) -> Bool {
      testID == test.id && traits.contains { $0.identity === trait.identity }
    }
  }

  extension Test {
    /// The types and the function: `CheckoutTests.total()`.
    var nameInMessages: String { id.nameComponents.joined(separator: ".") }
  }
#endif
