import Injection

extension Row {
  static var scopes: [Row] {
    let repository: any Repository = anyMock()
    return [
      Row("with-value", "enter and leave a bare withValue", in: .scopes) { batch in
        batch.measure { useWithValue(repository) }
      },
      Row("enter", "enter and leave, 1 override", in: .scopes, over: "with-value") { batch in
        batch.measure { useScope(repository) }
      },
      Row(
        "enter-closure",
        "enter and leave, 1 override, closure form",
        in: .scopes,
        over: "with-value"
      ) { batch in
        batch.measure { useScopeInClosureForm(repository) }
      },
      Row("enter-10", "enter and leave, 10 overrides", in: .scopes, over: "with-value") { batch in
        batch.measure { useScopeOfTen(repository) }
      },
      Row("enter-4", "enter and leave, 4 overrides", in: .scopes, over: "enter-closure") { batch in
        batch.measure { useScopeOfFour(repository) }
      },
      Row(
        "first-reads",
        "enter, and read 4 defaults that the process keeps, each once",
        in: .scopes,
        over: "enter-closure"
      ) { batch in
        readFour()
        batch.measure { readFourInScope() }
      },
      Row("enter-again", "enter captured values", in: .scopes, over: "with-value") { batch in
        let values = withInjected(\.repository, repository) { InjectedValues.current }
        batch.measure { useAgain(values) }
      },
      Row("with-value-thread", "enter and leave a bare withValue, on a thread", in: .scopes) {
        batch in
        batch.record(threads: 1) { _, batch in
          batch.measure { useWithValue(repository) }
        }
      },
      Row(
        "enter-thread",
        "enter and leave, 1 override, on a thread",
        in: .scopes,
        over: "with-value-thread"
      ) { batch in
        batch.record(threads: 1) { _, batch in
          batch.measure { useScope(repository) }
        }
      },
      Row("with-value-async", "enter and leave a bare withValue, async", in: .scopes) { batch in
        await batch.measureAsync { await useWithValueAsync(repository) }
      },
      Row(
        "enter-async",
        "enter and leave, 1 override, async",
        in: .scopes,
        over: "with-value-async"
      ) { batch in
        await batch.measureAsync { await useScopeAsync(repository) }
      },
      Row(
        "enter-10-async",
        "enter and leave, 10 overrides, async",
        in: .scopes,
        over: "with-value-async"
      ) { batch in
        await batch.measureAsync { await useScopeOfTenAsync(repository) }
      },
      Row(
        "first-read",
        "enter, build a default from the override",
        in: .scopes,
        over: "with-value"
      ) { batch in
        batch.measure { buildInScope() }
      },
    ]
  }

  @inline(never)
  private static func useWithValue(_ repository: any Repository) {
    TaskLocalClient.$repository.withValue(repository) { sink(1) }
  }

  @inline(never)
  private static func useScope(_ repository: any Repository) {
    withInjected(\.repository, repository) { sink(1) }
  }

  @inline(never)
  private static func useScopeInClosureForm(_ repository: any Repository) {
    withInjected {
      $0.repository = repository
    } operation: {
      sink(1)
    }
  }

  @inline(never)
  private static func useScopeOfTen(_ repository: any Repository) {
    withInjected {
      $0.overrideTen(repository)
    } operation: {
      sink(1)
    }
  }

  @inline(never)
  private static func useScopeOfFour(_ repository: any Repository) {
    withInjected {
      $0.repository = repository
      $0.archive = repository
      $0.cache = repository
      $0.log = repository
    } operation: {
      sink(1)
    }
  }

  @inline(never)
  private static func readFourInScope() {
    withInjected {
      $0.request = 1
    } operation: {
      readFour()
    }
  }

  private static func readFour() {
    sink(InjectedValues.current.archive)
    sink(InjectedValues.current.cache)
    sink(InjectedValues.current.log)
    sink(InjectedValues.current.mail)
  }

  @inline(never)
  private static func useAgain(_ values: InjectedValues) {
    withInjected(values) { sink(1) }
  }

  @inline(never)
  private static func useWithValueAsync(_ repository: any Repository) async {
    await TaskLocalClient.$repository.withValue(repository) { await sinkAsync() }
  }

  @inline(never)
  private static func useScopeAsync(_ repository: any Repository) async {
    await withInjected(\.repository, repository) { await sinkAsync() }
  }

  // Stays where the caller runs, as the others do; see the asynchronous `withInjected`.
  @inline(never)
  private static func useScopeOfTenAsync(
    _ repository: any Repository,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await withInjected {
      _ = isolation
      $0.overrideTen(repository)
    } operation: {
      _ = isolation
      await sinkAsync()
    }
  }

  @inline(never)
  private static func buildInScope() {
    withInjected(\.request, 1) { sink(InjectedValues.current.session) }
  }

  @inline(never)
  private static func sinkAsync() async { sink(1) }
}

extension InjectedValues {
  fileprivate mutating func overrideTen(_ repository: any Repository) {
    self.repository = repository
    archive = repository
    cache = repository
    log = repository
    mail = repository
    request = 1
    self[NumberKey<KeyFamily.One>.self] = 1
    self[NumberKey<KeyFamily.Two>.self] = 2
    self[NumberKey<KeyFamily.Three>.self] = 3
    self[NumberKey<KeyFamily.Four>.self] = 4
  }
}

private enum NumberKey<Number: Digit>: InjectionKey {
  static var defaultValue: Int { 0 }
}
