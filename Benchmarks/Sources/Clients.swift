import Injection

// The objects that read, written as a user would.
//
// Two functions that differ in nothing but what they call are merged by the compiler into one that
// takes this as an argument, and both pay for that. So where two `use()` would be alike, one
// returns something, and where two getters would be, the properties lie elsewhere in their objects.

final class Client {
  let number = 1
  @Injected(\.repository) var repository

  @inline(never)
  func use() { sink(repository) }
}

final class TypeClient {
  let numbers = (1, 2)
  @Injected({ $0[RepositoryTypeKey.self] }) var repository

  @inline(never) @discardableResult
  func use() -> Int {
    sink(repository)
    return 1
  }
}

final class MacroClient {
  let numbers = (1, 2, 3)
  @Injected(\.shortRepository) var repository

  @inline(never) @discardableResult
  func use() -> Bool {
    sink(repository)
    return true
  }
}

final class SendableClient: Sendable {
  let repository = Injected(\.repository)

  @inline(never)
  func use() { sink(repository()) }
}

final class FiveClient {
  @Injected(\.repository) var repository
  @Injected(\.archive) var archive
  @Injected(\.cache) var cache
  @Injected(\.log) var log
  @Injected(\.mail) var mail

  /// Makes one and drops it.
  @inline(never)
  static func make() { sink(FiveClient()) }
}

@MainActor
final class MainActorClient {
  @Injected(\.mainActorRepository) var repository

  @inline(never)
  func use() { sink(repository) }
}

@MainActor
extension InjectedValues {
  private enum MainActorRepositoryKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var mainActorRepository: any Repository {
    get { self[MainActorRepositoryKey.self] }
    set { self[MainActorRepositoryKey.self] = newValue }
  }
}

/// Measures on the main actor: rows run there, but are not declared to.
func measureOnMainActor(_ batch: Batch, _ makeClient: @MainActor () -> MainActorClient) {
  nonisolated(unsafe) let batch = batch
  MainActor.assumeIsolated {
    let client = opaque(makeClient())
    unsafe batch.measure { client.use() }
  }
}
