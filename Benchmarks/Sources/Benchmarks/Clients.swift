import Injection

// The objects that read, as in a user's code.
//
// The compiler merges two functions that differ only in a call into one with an argument, which
// costs both. So if two `use()` would be alike, one returns a value, and if two getters would be,
// their properties are at other places of their objects.

final class Client: @unchecked Sendable {
  let number = 1
  @Injected(\.repository) var repository

  @inline(never)
  func use() { sink(repository) }
}

final class WeakClient {
  let numbers = (1, 2)
  @Injected(\.weakRepository) var repository

  @inline(never) @discardableResult
  func use() -> Int {
    sink(repository)
    return 1
  }
}

/// Made by a default.
final class LateClient: @unchecked Sendable {
  let numbers = (1, 2, 3)
  @Injected(\.repository) var repository
  @Injected(\.session) var session
  @Injected(\.both) var both

  @inline(never) @discardableResult
  func use() -> Int {
    sink(repository)
    return 2
  }

  @inline(never)
  func useSession() { sink(session) }

  @inline(never)
  func useBoth() { sink(both) }
}

/// Reads a number, which has no reference count for threads to wait for.
final class NumberClient: Sendable {
  let request = Injected(\.request)

  @inline(never)
  func use() { sink(request()) }
}

/// One task-local for each value: the least cost without a library.
enum Bare {
  @TaskLocal static var repository: any Repository = FileRepository()
  @TaskLocal static var request = 0
  @TaskLocal static var session: Session?
  @TaskLocal static var user = 0

  @inline(never)
  static func use() { sink(repository) }

  @inline(never)
  static func useRequest() { sink(request) }
}
