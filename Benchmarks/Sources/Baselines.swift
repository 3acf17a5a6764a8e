// What the figures are compared with: the cheapest ways to reach an object that the language has.

/// Constructor injection: nothing to look up.
final class StoredClient {
  let repository: any Repository

  init(_ repository: any Repository) { self.repository = repository }

  @inline(never)
  func use() { sink(repository) }
}

/// The same with five.
final class FiveStoredClient {
  let repository: any Repository
  let archive: any Repository
  let cache: any Repository
  let log: any Repository
  let mail: any Repository

  init(
    _ repository: any Repository,
    _ archive: any Repository,
    _ cache: any Repository,
    _ log: any Repository,
    _ mail: any Repository
  ) {
    self.repository = repository
    self.archive = archive
    self.cache = cache
    self.log = log
    self.mail = mail
  }

  /// Makes one and drops it.
  @inline(never)
  static func make(_ repository: any Repository) {
    sink(FiveStoredClient(repository, repository, repository, repository, repository))
  }
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
