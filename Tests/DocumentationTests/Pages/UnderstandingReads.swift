import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

private final class Repository: Sendable {
  static let built = Mutex(0)
  let path = InjectedValues.current.fileOfReads
  let count = 1
  init() { Self.built.withLock { $0 += 1 } }
}

extension InjectedValues {
  @Injectable fileprivate var fileOfReads = "data.json"
  fileprivate var path: String {
    get { fileOfReads }
    set { fileOfReads = newValue }
  }
  @Injectable fileprivate var repository: Repository = Repository()
}

private struct Service {
  @Injected(\.repository) var repository

  func count() -> Int { repository.count }
}

private func count() -> Int {
  let service = Service()
  return withInjected(\.path, "test.json") {
    // The first read builds a repository, the others find it in the table.
    (1...1_000).reduce(0) { sum, _ in sum + service.count() }
  }
}

@Test(.injected())
private func `the first read of a scope builds, the others find`() {
  #expect(count() == 1_000)
  #expect(Repository.built.withLock { $0 } == 1)
}
