import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// What the type checker makes of calls: these tests are mostly that they compile without a warning
/// (R5).
@Suite struct WithInjectedOverloadsTests {
  // MARK: Synchronous or not

  @Test func `a synchronous closure in an async function needs no await`() async {
    // A missing `await` would be an error, and an unneeded one a warning.
    let results = [
      withInjected(\.number, 2) { read() },
      withInjected {
        $0.number = 2
      } operation: {
        read()
      },
      withInjected(named: "name") {
        $0.number = 2
      } operation: {
        read()
      },
      withInjected(InjectedValues.current) { read() },
      withTestScope { read() },
      withTestScope(named: "name") {
        $0.number = 2
      } operation: {
        read()
      },
    ]
    #expect(results == [2, 2, 2, 1, 1, 2])
    await Task.yield()
  }

  @Test func `a closure that awaits takes the async form`() async {
    let results = [
      await withInjected(\.number, 2) { await readLater() },
      await withInjected {
        $0.number = 2
      } operation: {
        await readLater()
      },
      await withInjected(named: "name") {
        $0.number = 2
      } operation: {
        await readLater()
      },
      await withInjected(InjectedValues.current) { await readLater() },
      await withTestScope { await readLater() },
      await withTestScope(named: "name") {
        $0.number = 2
      } operation: {
        await readLater()
      },
    ]
    #expect(results == [2, 2, 2, 1, 1, 2])
  }

  @Test func `a result may be left unused`() async {
    withInjected(\.number, 2) { read() }
    withInjected {
      $0.number = 2
    } operation: {
      read()
    }
    withInjected(InjectedValues.current) { read() }
    withTestScope { read() }
    await withInjected(\.number, 2) { await readLater() }
    await withInjected {
      $0.number = 2
    } operation: {
      await readLater()
    }
    await withInjected(InjectedValues.current) { await readLater() }
    await withTestScope { await readLater() }
  }

  // MARK: Types of errors

  @Test func `an error keeps its type`() {
    // `error` has the type `Failure` here; `do throws` would not compile otherwise. Update and
    // operation have one type of error, so an update that throws nothing has to say so, too.
    do throws(Failure) {
      try withInjected(\.number, 2) { () throws(Failure) in throw Failure(number: read()) }
    } catch { #expect(error.number == 2) }
    do throws(Failure) {
      try withInjected { values throws(Failure) in
        values.number = 3
      } operation: { () throws(Failure) in
        throw Failure(number: read())
      }
    } catch { #expect(error.number == 3) }
    do throws(Failure) {
      let values = withInjected(\.number, 4) { InjectedValues.current }
      try withInjected(values) { () throws(Failure) in throw Failure(number: read()) }
    } catch { #expect(error.number == 4) }
    do throws(Failure) {
      try withTestScope { values throws(Failure) in
        values.number = 5
      } operation: { () throws(Failure) in
        throw Failure(number: read())
      }
    } catch { #expect(error.number == 5) }
  }

  @Test func `an error of an async scope keeps its type`() async {
    do throws(Failure) {
      try await withInjected(\.number, 2) { () async throws(Failure) in
        throw Failure(number: await readLater())
      }
    } catch { #expect(error.number == 2) }
    do throws(Failure) {
      try await withInjected { values throws(Failure) in
        values.number = 3
      } operation: { () async throws(Failure) in
        throw Failure(number: await readLater())
      }
    } catch { #expect(error.number == 3) }
    do throws(Failure) {
      let values = withInjected(\.number, 4) { InjectedValues.current }
      try await withInjected(values) { () async throws(Failure) in
        throw Failure(number: await readLater())
      }
    } catch { #expect(error.number == 4) }
    do throws(Failure) {
      try await withTestScope { values throws(Failure) in
        values.number = 5
      } operation: { () async throws(Failure) in
        throw Failure(number: await readLater())
      }
    } catch { #expect(error.number == 5) }
  }

  @Test func `an error of the update keeps its type`() async {
    do throws(Failure) {
      try withInjected { values throws(Failure) in
        try fail(&values)
      } operation: { () throws(Failure) in
      }
    } catch { #expect(error.number == 9) }
    do throws(Failure) {
      try await withInjected { values throws(Failure) in
        try fail(&values)
      } operation: { () async throws(Failure) in
        await Task.yield()
      }
    } catch { #expect(error.number == 9) }
    do throws(Failure) {
      try withTestScope { values throws(Failure) in
        try fail(&values)
      } operation: { () throws(Failure) in
      }
    } catch { #expect(error.number == 9) }
    do throws(Failure) {
      try await withTestScope { values throws(Failure) in
        try fail(&values)
      } operation: { () async throws(Failure) in
        await Task.yield()
      }
    } catch { #expect(error.number == 9) }
  }

  @Test func `errors without a type need no annotation`() async {
    #expect(throws: Failure(number: 9)) {
      try withInjected {
        try fail(&$0)
      } operation: {
        read()
      }
    }
    #expect(throws: Failure(number: 2)) {
      try withInjected {
        $0.number = 2
      } operation: {
        try failReading()
      }
    }
    #expect(throws: Failure(number: 9)) {
      try withInjected {
        try fail(&$0)
      } operation: {
        try failReading()
      }
    }
    await #expect(throws: Failure(number: 9)) {
      try await withInjected {
        try fail(&$0)
      } operation: {
        await readLater()
      }
    }
  }

  // MARK: The caller's actor

  @Test @MainActor func `the main actor is kept`() async {
    let counter = Counter()
    // Neither `counter` nor the closures nor the results are `Sendable`.
    let sync = withInjected(\.number, 2) {
      MainActor.assertIsolated()
      counter.count += read()
      return counter
    }
    let async = await withInjected {
      $0.number = 3
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      counter.count += read()
      return counter
    }
    await withInjected(InjectedValues.current) {
      await Task.yield()
      MainActor.assertIsolated()
      counter.count += 10
    }
    await withTestScope {
      $0.number = 100
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
      counter.count += read()
    }
    #expect(sync === counter && async === counter)
    #expect(counter.count == 115)
  }

  @Test func `an actor instance is kept`() async {
    let account = Account()
    #expect(await account.run() == 1115)
  }

  @Test func `values that are not Sendable go in and out where there is no actor`() async {
    let counter = Counter()
    let same = await withInjected(\.number, 2) {
      await Task.yield()
      counter.count += read()
      return counter
    }
    #expect(same === counter && counter.count == 2)
  }
}

// MARK: - Fixtures

private struct Failure: Error, Equatable { var number: Int }

extension InjectedValues {
  @Injectable fileprivate var number: Int = 1
}

private func read() -> Int { InjectedValues.current.number }

private func readLater() async -> Int {
  await Task.yield()
  return InjectedValues.current.number
}

private func fail(_ values: inout InjectedValues) throws(Failure) {
  values.number = 9
  throw Failure(number: values.number)
}

private func failReading() throws(Failure) { throw Failure(number: read()) }

private final class Counter {
  var count = 0
}

private actor Account {
  let counter = Counter()

  func run() async -> Int {
    withInjected(\.number, 2) {
      assertIsolated()
      counter.count += read()
    }
    await withInjected {
      $0.number = 3
    } operation: {
      await Task.yield()
      assertIsolated()
      counter.count += read()
    }
    await withInjected(\.number, 10) {
      await Task.yield()
      assertIsolated()
      counter.count += read()
    }
    await withInjected(InjectedValues.current) {
      await Task.yield()
      assertIsolated()
      counter.count += 100
    }
    await withTestScope {
      $0.number = 1_000
    } operation: {
      await Task.yield()
      assertIsolated()
      counter.count += read()
    }
    return counter.count
  }
}
