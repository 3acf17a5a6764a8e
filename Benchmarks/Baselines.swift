// What the figures are compared with: the cheapest ways to reach an object that the language has.

/// Constructor injection: nothing to look up.
final class StoredClient {
  let repository: any Repository

  init(_ repository: any Repository) { self.repository = repository }

  @inline(never)
  func use() { sink(repository) }
}

/// A singleton. It cannot be replaced.
final class StaticClient {
  private static let repository: any Repository = FileRepository()

  @inline(never)
  func use() { sink(Self.repository) }
}

/// One task-local a value: what a scope costs at the least, without defaults, homes and keys.
final class TaskLocalClient {
  @TaskLocal static var repository: any Repository = FileRepository()

  @inline(never)
  func use() { sink(Self.repository) }
}
