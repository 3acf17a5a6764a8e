#if canImport(Testing)
  import Injection
  public import Testing

  extension InjectedTrait {
    /// Returns the trait itself for a test case, and `nil` for a suite or a whole test function.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> InjectedTrait? {
      testCase == nil ? nil : self
    }

    /// Runs `function` in the container of the test case.
    ///
    /// The outermost trait of a test opens the container for all of the test's traits, since a
    /// `.singleton` only sees the overrides of the container's root.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The test case.
    ///   - function: The suite's `init` and the test's body.
    /// - Throws: Errors of the traits' closures and of `function`.
    public func provideScope(
      for test: Test,
      testCase: Test.Case?,
      performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      if let open = OpenTraits.current, open.contains(self, of: test) {
        return try await open.isHere ? function() : openAgain(function)
      }

      let number = RunningTests.begin(test.nameInMessages)
      defer { RunningTests.end(number) }
      let open = OpenTraits(adding: self, for: test)
      var scope = TestScope(
        test.nameInMessages,
        options: await MainActor.run { TestScopeOptions(open.traits.map { $0.options() }) },
        test: SwiftTest(test: test),
        at: SourceLine(file.fileID, line),
        in: file,
        issuesAt: .unknown
      )
      for trait in open.traits {
        scope.add(trait.file)
        try await scope.update(at: SourceLine(trait.file.fileID, trait.line), trait.update)
      }
      try await scope.run {
        try await OpenTraits.$current.withValue(open.here) { try await function() }
      }
    }

    /// Sets the trait's values again, in a scope that another trait has opened since: the inner one
    /// wins.
    private func openAgain(_ function: () async throws -> Void) async throws {
      var values = InjectedValues.draft(at: SourceLine(file.fileID, line))
      try await update(&values)
      if values.overrides.all.isEmpty { return try await function() }
      try await enter((consume values).finished(), ends: true, isolation: #isolation, function)
    }
  }

  /// The traits that made the container of a running test case.
  private struct OpenTraits: Sendable {
    @TaskLocal static var current: OpenTraits?

    let testID: Test.ID
    let traits: [InjectedTrait]
    /// The layer of the scope that they have opened.
    private var layer: ObjectIdentifier?

    /// All traits of the test, with the suites' before its own: where one is among both, it is the
    /// test's own. If another trait calls `trait`, which isn't among them, it comes last.
    init(adding trait: InjectedTrait, for test: Test) {
      self.testID = test.id
      let enclosing = Self.current.map { $0.testID == test.id ? $0.traits : [] } ?? []
      var all = enclosing + test.traits.compactMap { $0 as? InjectedTrait }
      if !all.contains(where: { $0.identity === trait.identity }) { all.append(trait) }
      var seen: Set<ObjectIdentifier> = []
      let last = all.reversed().filter { seen.insert(ObjectIdentifier($0.identity)).inserted }
      self.traits = last.reversed()
    }

    /// The same, opened where the task is.
    var here: OpenTraits {
      var open = self
      open.layer = Scope.current.map { ObjectIdentifier($0.layer) }
      return open
    }

    /// Whether no scope was opened since.
    var isHere: Bool { layer == Scope.current.map { ObjectIdentifier($0.layer) } }

    func contains(_ trait: InjectedTrait, of test: Test) -> Bool {
      testID == test.id && traits.contains { $0.identity === trait.identity }
    }
  }

  extension Test {
    /// The suite types and the function: `CheckoutTests.total()`.
    var nameInMessages: String { id.nameComponents.joined(separator: ".") }
  }
#endif
