import Injection

// The objects that read, written as a user would.

final class Client {
  @Injected(\.repository) var repository

  @inline(never)
  func use() { sink(repository) }
}

final class TypeClient {
  @Injected(RepositoryTypeKey.self) var repository

  @inline(never)
  func use() { sink(repository) }
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
