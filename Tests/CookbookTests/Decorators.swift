import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

protocol Glossary: Sendable {
  func meaning(of word: String) -> String
}

final class SlowGlossary: Glossary {
  private let count = Mutex(0)
  var lookups: Int { count.withLock { $0 } }

  func meaning(of word: String) -> String {
    count.withLock { $0 += 1 }
    return "meaning of \(word)"
  }
}

final class CachedGlossary: Glossary {
  private let base: any Glossary
  private let known = Mutex<[String: String]>([:])

  init(_ base: any Glossary) { self.base = base }

  func meaning(of word: String) -> String {
    if let meaning = known.withLock({ $0[word] }) { return meaning }
    let meaning = base.meaning(of: word)
    known.withLock { $0[word] = meaning }
    return meaning
  }
}

extension InjectedValues {
  @Injectable var uncachedGlossary: any Glossary = SlowGlossary()
  @Injectable var glossary: any Glossary =
    CachedGlossary(InjectedValues[\.uncachedGlossary])
}

private struct LoudGlossary: Glossary {
  let base: any Glossary
  func meaning(of word: String) -> String { base.meaning(of: word).uppercased() }
}

@Suite(.injected()) struct Decorators {
  @Test func `the decorated value does its work once`() {
    let slow = SlowGlossary()
    withInjected(\.uncachedGlossary, slow) {
      #expect(InjectedValues[\.glossary].meaning(of: "tea") == "meaning of tea")
      #expect(InjectedValues[\.glossary].meaning(of: "tea") == "meaning of tea")
    }
    #expect(slow.lookups == 1)
  }

  @Test func `a scope decorates what it finds`() {
    withInjected {
      $0.glossary = LoudGlossary(base: $0.glossary)
    } operation: {
      #expect(InjectedValues[\.glossary].meaning(of: "tea") == "MEANING OF TEA")
    }
    #expect(InjectedValues[\.glossary].meaning(of: "tea") == "meaning of tea")
  }
}
