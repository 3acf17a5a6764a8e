import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

protocol Dictionary: Sendable {
  func meaning(of word: String) -> String
}

final class SlowDictionary: Dictionary {
  private let count = Mutex(0)
  var lookups: Int { count.withLock { $0 } }

  func meaning(of word: String) -> String {
    count.withLock { $0 += 1 }
    return "meaning of \(word)"
  }
}

final class CachedDictionary: Dictionary {
  private let base: any Dictionary
  private let known = Mutex<[String: String]>([:])

  init(_ base: any Dictionary) { self.base = base }

  func meaning(of word: String) -> String {
    if let meaning = known.withLock({ $0[word] }) { return meaning }
    let meaning = base.meaning(of: word)
    known.withLock { $0[word] = meaning }
    return meaning
  }
}

extension InjectedValues {
  @Injectable var uncachedDictionary: any Dictionary = SlowDictionary()
  @Injectable var dictionary: any Dictionary =
    CachedDictionary(InjectedValues[\.uncachedDictionary])
}

private struct LoudDictionary: Dictionary {
  let base: any Dictionary
  func meaning(of word: String) -> String { base.meaning(of: word).uppercased() }
}

@Suite(.injected()) struct Decorators {
  @Test func `the decorated value does its work once`() {
    let slow = SlowDictionary()
    withInjected(\.uncachedDictionary, slow) {
      #expect(InjectedValues[\.dictionary].meaning(of: "tea") == "meaning of tea")
      #expect(InjectedValues[\.dictionary].meaning(of: "tea") == "meaning of tea")
    }
    #expect(slow.lookups == 1)
  }

  @Test func `a scope decorates what it finds`() {
    withInjected {
      $0.dictionary = LoudDictionary(base: $0.dictionary)
    } operation: {
      #expect(InjectedValues[\.dictionary].meaning(of: "tea") == "MEANING OF TEA")
    }
    #expect(InjectedValues[\.dictionary].meaning(of: "tea") == "meaning of tea")
  }
}
