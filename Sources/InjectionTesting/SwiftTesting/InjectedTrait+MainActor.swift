#if canImport(Testing)
  public import Injection
  public import Testing

  extension Trait where Self == InjectedTrait {
    /// Replaces one value in the container of each test case, on the main actor.
    ///
    /// The compiler takes this form for a property that is isolated to the main actor. Otherwise
    /// this is the same as the other form.
    ///
    /// - Parameters:
    ///   - keyPath: The property to replace, or a member of one.
    ///   - value: The value. The expression is evaluated for each test case, on the main actor.
    /// - Returns: A trait for a test or a suite.
    // Not disfavored: for a nonisolated path, the compiler takes the other form, and for an
    // isolated one, it takes no disfavored form.
    public static func injected<Value>(
      _ keyPath:
        @autoclosure @escaping @MainActor @Sendable () -> WritableKeyPath<InjectedValues, Value>,
      _ value: @autoclosure @escaping @MainActor @Sendable () throws -> Value,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> InjectedTrait {
      InjectedTrait(
        options: { [] },
        update: { @MainActor in $0.assign(try value(), to: keyPath()) },
        fileID: fileID,
        line: line
      )
    }
  }
#endif
