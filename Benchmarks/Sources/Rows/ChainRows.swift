import Injection

// A chain of tasks: each opens a scope, reads a default for the first time there, and starts the
// next one inside. So each scope lies in the one before. The time is that of one scope.

extension Row {
  static var chains: [Row] {
    [
      chain(of: 5000),
      chain(of: 10_000, over: "chain-5000"),
      chain(of: 50_000, over: "chain-5000"),
    ]
  }

  private static func chain(of count: Int, over baseline: String? = nil) -> Row {
    Row("chain-\(count)", "a scope in a chain of \(count)", in: .long, over: baseline) {
      batch in
      // Kept until the clock has stopped, so that the chain does not go before or after as it
      // happens.
      var innermost: InjectedValues?
      let time = await Clock.process.time {
        innermost = await withCheckedContinuation { end in
          openChain(of: count) { end.resume(returning: $0) }
        }
      }
      withExtendedLifetime(innermost) { batch.record(nanosecondsEach: time / Double(count)) }
    }
  }

  private static func openChain(
    of count: Int,
    then end: @escaping @Sendable (InjectedValues) -> Void
  ) {
    withInjected(\.request, count) {
      let values = InjectedValues.current
      sink(values.chained)
      if count == 1 { return end(values) }
      Task { openChain(of: count - 1, then: end) }
    }
  }
}

// MARK: - Values

extension InjectedValues {
  /// Built from a default, which nothing in the chain overrides: the scopes share it.
  private enum ChainedKey: InjectionKey {
    static var defaultValue: any Repository { InjectedValues.current.repository }
  }
  fileprivate var chained: any Repository { self[ChainedKey.self] }
}
