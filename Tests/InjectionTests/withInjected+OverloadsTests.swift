import Injection
import InjectionTesting
import TestSupport
import Testing

/// The overloads that the type checker selects. `RefusedCodeTests` tests that it has no warnings,
/// `WithInjectedTests` errors without a type, and `ClientTests` the caller's actor.
struct WithInjectedOverloadsTests {
  @Test func `an error of a scope keeps its type`() {
    let values = withInjected(\.number, 4) { InjectedValues.current }
    let numbers = [
      caught(try withInjected(\.number, 2, operation: failReading)),
      caught(try withInjected(setThree, operation: failReading)),
      caught(try withInjected(failSetting, operation: failReading)),
      caught(try withInjected(values, operation: failReading)),
      caught(try withTestScope(setThree, operation: failReading)),
      caught(try withTestScope(failSetting, operation: failReading)),
      caught(try withInjected({ $0.number = 5 }, operation: failReading)),
      caught(try withTestScope({ $0.number = 6 }, operation: failReading)),
    ]
    #expect(numbers == [2, 3, 9, 4, 3, 9, 5, 6])
  }

  @Test func `an error of an async scope keeps its type`() async {
    let values = withInjected(\.number, 4) { InjectedValues.current }
    let numbers = [
      await caught(try await withInjected(\.number, 2, operation: failLater)),
      await caught(try await withInjected(setThree, operation: failLater)),
      await caught(try await withInjected(failSetting, operation: failLater)),
      await caught(try await withInjected(values, operation: failLater)),
      await caught(try await withTestScope(setThree, operation: failLater)),
      await caught(try await withTestScope(failSetting, operation: failLater)),
      await caught(try await withInjected({ $0.number = 5 }, operation: failLater)),
      await caught(try await withTestScope({ $0.number = 6 }, operation: failLater)),
    ]
    #expect(numbers == [2, 3, 9, 4, 3, 9, 5, 6])
  }
}

// MARK: - Fixtures

private struct Failure: Error { var number: Int }

private func read() -> Int { InjectedValues.current.number }

private func readLater() async -> Int {
  await Task.yield()
  return InjectedValues.current.number
}

private func setThree(_ values: inout InjectedValues) { values.number = 3 }

private func failSetting(_ values: inout InjectedValues) throws(Failure) {
  throw Failure(number: 9)
}

private func failReading() throws(Failure) { throw Failure(number: read()) }

private func failLater() async throws(Failure) { throw Failure(number: await readLater()) }

/// The number of the error that `body` throws. Another type of error wouldn't compile.
private func caught(_ body: @autoclosure () throws(Failure) -> Void) -> Int? {
  do { try body() } catch { return error.number }
  return nil
}

private func caught(_ body: @autoclosure () async throws(Failure) -> Void) async -> Int? {
  do { try await body() } catch { return error.number }
  return nil
}
