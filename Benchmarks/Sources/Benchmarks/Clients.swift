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

final class SharedClient {
  let numbers = (1, 2)
  @Injected(\.shared) var repository

  @inline(never) @discardableResult
  func use() -> Int {
    sink(repository)
    return 1
  }
}

/// Reads a number, whose references nothing counts: what threads wait for is the library's.
final class NumberClient: Sendable {
  let request = Injected(\.request)

  @inline(never)
  func use() { sink(request()) }
}

/// One task-local a value: the least that a language without a library needs.
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
