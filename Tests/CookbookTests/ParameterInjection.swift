import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

struct NoteSearch {
  func notes(matching query: String, in notes: some Sequence<String>) -> [String] {
    notes.filter { $0.contains(query) }
  }
}

enum MessageSender {
  static func send(
    _ text: String,
    through outbox: Outbox = InjectedValues[\.outbox]
  ) {
    outbox.add(text)
  }
}

extension InjectedValues {
  @Injectable var outbox: Outbox = Outbox()
}

final class Outbox: Sendable {
  private let storage = Mutex<[String]>([])
  var texts: [String] { storage.withLock { $0 } }
  func add(_ text: String) { storage.withLock { $0.append(text) } }
}

@Suite(.injected()) struct ParameterInjection {
  @Test func `a method works on what it is given`() {
    let found = NoteSearch().notes(matching: "tea", in: ["buy tea", "buy milk"])
    #expect(found == ["buy tea"])
  }

  @Test func `a static function's default argument is the caller's value`() {
    let outbox = Outbox()
    withInjected(\.outbox, outbox) { MessageSender.send("Hello") }
    #expect(outbox.texts == ["Hello"])
    #expect(InjectedValues[\.outbox].texts == [])
  }

  @Test func `an argument wins over the scope`() {
    let (inScope, given) = (Outbox(), Outbox())
    withInjected(\.outbox, inScope) { MessageSender.send("Hello", through: given) }
    #expect(given.texts == ["Hello"])
    #expect(inScope.texts == [])
  }
}
