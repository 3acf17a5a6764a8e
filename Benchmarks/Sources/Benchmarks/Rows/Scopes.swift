import Injection

extension Row {
  static var scopes: [Row] {
    let repository = anyMock()
    let client = opaque(Client())
    return [
      Row("scope-0", "closure form, nothing overridden", atMost: 5, of: "with-value") { batch in
        batch.measure { withInjected({ _ in }) { sink(1) } }
      },
      Row("scope-1", "closure form, 1 override", atMost: 5.5, of: "with-value") { batch in
        batch.measure { open(repository) }
      },
      Row("scope-4", "closure form, 4 overrides", atMost: 2.3, of: "scope-1") { batch in
        batch.measure { withInjected({ $0.overrideFour(repository) }) { sink(1) } }
      },
      Row("scope-key-path", "key path form", atMost: 1.15, of: "scope-1", isStrict: true) {
        batch in
        batch.measure { openByKeyPath(repository) }
      },
      Row("scope-captured", "enter captured values", atMost: 1.5, of: "with-value") { batch in
        let values = withInjected(\.repository, repository) { InjectedValues.current }
        batch.measure { withInjected(values) { sink(1) } }
      },

      Row("async-0", "closure form, nothing overridden", atMost: 3, of: "with-value-async") {
        batch in
        await batch.measureAsync { await withInjected({ _ in }) { await sinkAsync() } }
      },
      Row("async-1", "closure form, 1 override", atMost: 3.5, of: "with-value-async") { batch in
        await batch.measureAsync { await openAsync(repository) }
      },
      Row("async-4", "closure form, 4 overrides", atMost: 2.3, of: "async-1") { batch in
        await batch.measureAsync {
          await withInjected({ $0.overrideFour(repository) }) { await sinkAsync() }
        }
      },
      Row("async-key-path", "key path form", atMost: 1.15, of: "async-1", isStrict: true) {
        batch in
        await batch.measureAsync { await openByKeyPathAsync(repository) }
      },
      Row("async-captured", "enter captured values", atMost: 1.5, of: "with-value-async") { batch in
        let values = withInjected(\.repository, repository) { InjectedValues.current }
        await batch.measureAsync { await withInjected(values) { await sinkAsync() } }
      },

      Row("scope-read", "one that reads what it sets", atMost: 25, of: "with-value") { batch in
        batch.measure { openAndRead(repository) }
      },
      Row("scope-request", "a scope alone", atMost: 6.5, of: "with-value") { batch in
        batch.measure { withInjected(\.request, 1) { sink(1) } }
      },
      Row("first-read", "and what the process keeps", atMost: 1.3, of: "scope-request") { batch in
        client.use()
        batch.measure { withInjected(\.request, 1) { client.use() } }
      },
      Row("first-read-beside", "and at home beside", atMost: 10, of: "scope-request") { batch in
        let client = withInjected(\.repository, repository) { opaque(Client()) }
        batch.measure { withInjected(\.request, 1) { client.use() } }
      },
    ]
  }

  // Functions, as a user's code has them: in a loop, the optimizer inlines more, and so replaces a
  // key path by a call of its setter that is evaluated elsewhere.

  @inline(never)
  private static func open(_ repository: any Repository) {
    withInjected {
      $0.repository = repository
    } operation: {
      sink(1)
    }
  }

  /// Reads a default, too, so that what is set afterwards lies in a draft of its own.
  @inline(never)
  private static func openAndRead(_ repository: any Repository) {
    withInjected {
      $0.repository = repository
      sink($0.archive)
      $0.log = $0.repository
    } operation: {
      sink(1)
    }
  }

  @inline(never)
  private static func openByKeyPath(_ repository: any Repository) {
    withInjected(\.repository, repository) { sink(1) }
  }

  @inline(never)
  private static func openAsync(_ repository: any Repository) async {
    await withInjected {
      $0.repository = repository
    } operation: {
      await sinkAsync()
    }
  }

  @inline(never)
  private static func openByKeyPathAsync(_ repository: any Repository) async {
    await withInjected(\.repository, repository) { await sinkAsync() }
  }
}

extension InjectedValues {
  fileprivate mutating func overrideFour(_ repository: any Repository) {
    self.repository = repository
    archive = repository
    cache = repository
    log = repository
  }
}
