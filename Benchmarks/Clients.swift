import Injection

// The objects that read, written as a user would.

final class Client {
  @Injected(\.repository) var repository

  @inline(never)
  func use() { sink(repository) }
}

final class TypeClient {
  @Injected(TypeKey.self) var repository

  @inline(never)
  func use() { sink(repository) }
}

final class SendableClient: Sendable {
  let repository = Injected(\.repository)

  @inline(never)
  func use() { sink(repository()) }
}
