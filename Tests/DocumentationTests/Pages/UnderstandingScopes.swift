import Injection
import InjectionTesting
import Testing

private enum RepositoryKey: InjectionKey { static var defaultValue: String { "file" } }
private enum DayKey: InjectionKey { static var defaultValue: String { "Monday" } }

extension InjectedValues {
  fileprivate var repository: String {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }
  fileprivate var day: String {
    get { self[DayKey.self] }
    set { self[DayKey.self] = newValue }
  }
}

private let printed = Printed()
private func print(_ text: String) { printed.add(text) }

private struct Service {
  @Injected(\.repository) var repository

  func report() -> String { "\(repository), \($repository.day)" }
}

private final class Worker: Sendable {
  let repository = Injected(\.repository)

  func work() -> String { "works with \(repository())" }
}

// One after the other, since they share what is printed.
@Suite(.serialized, .injected()) struct UnderstandingScopes {
  @Test func `an object keeps what it was made with`() {
    let service = withInjected(\.repository, "mock") { Service() }
    print(service.report())  // mock, Monday
    withInjected(\.day, "Friday") {
      print(service.report())  // mock, Friday
    }
    #expect(printed.take() == ["mock, Monday", "mock, Friday"])
  }

  @Test func `of two scopes, one in the other, the inner one wins`() {
    withInjected(\.repository, "outer") {
      let service = withInjected(\.repository, "home") { Service() }
      print(service.report())  // home, Monday
      withInjected(\.repository, "later") {
        print(Service().report())  // later, Monday
      }
    }
    #expect(printed.take() == ["home, Monday", "later, Monday"])
  }

  @Test func `of two scopes that part, the current one wins`() {
    let service = withInjected(\.repository, "mock") { Service() }
    withInjected(\.repository, "current") {
      print(service.report())  // current, Monday
    }
    #expect(printed.take() == ["current, Monday"])
  }

  // The picture.
  @Test func `what neither has comes from further out`() {
    withInjected(\.day, "Friday") {
      let service = withInjected(\.repository, "mock") { Service() }
      withInjected(\.repository, "current") { #expect(service.report() == "current, Friday") }
    }
  }

  @Test func `in the container of another test the home does not count`() {
    let service = withInjected(\.repository, "mock") { Service() }
    withTestScope { #expect(service.report() == "file, Monday") }
  }

  @Test func `a wrapper that is called has a home, too`() {
    let worker = withInjected(\.repository, "mock") { Worker() }
    #expect(worker.work() == "works with mock")
  }
}
