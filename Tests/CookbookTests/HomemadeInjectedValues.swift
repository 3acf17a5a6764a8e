import Injection
import InjectionTesting
import Testing

struct Poem: Sendable, Equatable {
  let title: String
}

protocol Poems: Sendable {
  func getAll() -> [Poem]
}

struct DatabasePoems: Poems {
  func getAll() -> [Poem] { [Poem(title: "If")] }
}

private struct PoemsKey: InjectionKey {
  static var defaultValue: any Poems { DatabasePoems() }
}

private struct ReadingKey: InjectionKey {
  static var defaultValue: Reading { Reading() }
}

extension InjectedValues {
  var poems: any Poems {
    get { self[PoemsKey.self] }
    set { self[PoemsKey.self] = newValue }
  }

  var reading: Reading {
    get { self[ReadingKey.self] }
    set { self[ReadingKey.self] = newValue }
  }
}

final class Reading: Sendable {
  let poems = Injected(\.poems)
  func titles() -> [String] { poems().getAll().map(\.title) }
}

final class ReadingController {
  @Injected(\.reading) var reading
  func load() -> [String] { reading.titles() }
}

private struct MockPoems: Poems {
  func getAll() -> [Poem] { [Poem(title: "Test")] }
}

@Suite(.injected()) struct HomemadeInjectedValues {
  @Test func `the default is there without a word`() {
    #expect(ReadingController().load() == ["If"])
  }

  @Test func `a replacement ends with its scope`() {
    withInjected(\.poems, MockPoems()) {
      #expect(ReadingController().load() == ["Test"])
    }
    #expect(ReadingController().load() == ["If"])
  }

  @Test func `a service is replaced as well`() {
    let other = Reading()
    withInjected(\.reading, other) { #expect(ReadingController().reading === other) }
  }
}
