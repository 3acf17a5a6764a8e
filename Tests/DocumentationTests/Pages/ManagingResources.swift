import Injection
import InjectionTesting
import Synchronization
import Testing

private struct Pool: Sendable {
  static func open() async throws -> Pool {
    print("pool opened")
    return Pool()
  }
  func query() async throws -> String { "1 row" }
  func close() async { print("pool closed") }
}

private struct Cache: Sendable {
  let pool: Pool
  func store(_ page: String) async { print("\(page) stored") }
  func flush() async { print("cache flushed") }
}

extension InjectedValues {
  private enum PoolKey: InjectionKey {
    static var defaultValue: Pool { unimplemented(Pool()) }
  }
  fileprivate var pool: Pool {
    get { self[PoolKey.self] }
    set { self[PoolKey.self] = newValue }
  }
}

extension InjectedValues {
  private enum CacheKey: InjectionKey {
    static var defaultValue: Cache { Cache(pool: InjectedValues.current.pool) }
  }
  fileprivate var cache: Cache {
    get { self[CacheKey.self] }
    set { self[CacheKey.self] = newValue }
  }
}

private let printed = Printed()
private func print(_ text: String) { printed.add(text) }

// One after the other, since they share what is printed.
@Suite(.serialized, .injected()) struct ManagingResources {
  @Test func `a resource is open while the operation runs`() async throws {
    try await withInjected(\.pool) {
      try await Pool.open()
    } closing: {
      await $0.close()
    } operation: {
      print(try await InjectedValues.current.pool.query())  // 1 row
    }
    #expect(printed.take() == ["pool opened", "1 row", "pool closed"])
  }

  @Test func `a resource is closed when the operation throws`() async {
    await #expect(throws: CancellationError.self) {
      try await withInjected(\.pool) {
        try await Pool.open()
      } closing: {
        await $0.close()
      } operation: {
        throw CancellationError()
      }
    }
    #expect(printed.take() == ["pool opened", "pool closed"])
  }

  @Test func `what was opened last is closed first`() async throws {
    try await withInjected(\.pool) {
      try await Pool.open()
    } closing: {
      await $0.close()
    } operation: {
      try await withInjected(\.cache) {
        Cache(pool: InjectedValues.current.pool)
      } closing: {
        await $0.flush()
      } operation: {
        await InjectedValues.current.cache.store("page")
      }
    }
    #expect(
      printed.take().joined(separator: ", ")
        == "pool opened, page stored, cache flushed, pool closed"
    )
  }

  @Test func `a pool that nobody opened fails a test`() {
    withKnownIssue {
      _ = InjectedValues.current.cache
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("\\.pool") }
    }
  }
}
