import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

@testable import Injection

struct WordSearchTests {
  @Test func `a chain says what its innermost layer with an override says`() {
    withTestScope {
      #expect(number(in: .current) == nil)
      withInjected(\.number, 1) {
        withInjected(\.text, "a") { #expect(number(in: .current) == 1) }
        withInjected(\.number, 2) { #expect(number(in: .current) == 2) }
      }
    }
  }

  @Test func `a pair says the inner one of two words, or else that of the current side`() {
    withTestScope {
      let outer = withInjected(\.number, 1) { InjectedValues.current }
      let (inner, other) = withInjected(outer) {
        (
          withInjected(\.number, 2) { InjectedValues.current },
          withInjected(\.text, "a") { InjectedValues.current }
        )
      }
      let beside = withInjected(\.number, 3) { InjectedValues.current }
      #expect(number(in: other, beside: inner) == 2 && number(in: inner, beside: other) == 2)
      #expect(number(in: beside, beside: inner) == 3 && number(in: inner, beside: beside) == 2)
      // A pair of pairs, which share a side.
      let pair = other.layer().beside(inner.layer())
      let second = beside.layer().beside(inner.layer())
      #expect(number(in: Layer(.pair, in: pair, beside: second)) == 2)
      withExtendedLifetime((outer, inner, other, beside)) {}
    }
  }

  @Test func `a running build is found, unless a layer before says the key`() {
    let found = Log<[Bool]>()
    let key = KeyID(InjectedValues.numberKey.self)
    @Sendable func look() {
      let builds = WordSearch.run(for: key, in: Scope.current!.layer, findsBuilds: true).builds
      found.add(builds.map { $0 === Scope.currentBuild })
    }
    withTestScope {
      $0.provide(InjectedValues.textKey.self) {
        look()
        withInjected(\.other, 1, operation: look)
        withInjected(\.number, 1, operation: look)
        // What it has captured leads to it on both sides of a pair.
        let values = [1, 2].map { other in withInjected(\.other, other) { InjectedValues.current } }
        let pair = values[0].layer().beside(values[1].layer())
        found.add(WordSearch.run(for: key, in: pair, findsBuilds: true).builds.map { _ in true })
        return ""
      }
    } operation: {
      _ = InjectedValues.current.text
      look()
    }
    #expect(found.all == [[true], [true], [], [true, true], []])
  }

  /// Its code counts for nothing, so what it reads through others' own scopes counts for these.
  @Test func `the build around a singleton is found, too`() {
    let found = Log<Int>()
    withTestScope {
      $0.provide(InjectedValues.textKey.self) {
        let values = InjectedValues.current
        onThreads { _ in
          withInjected(values) {
            withInjected {
              $0.provide(InjectedValues.singleKey.self) {
                let (key, here) = (KeyID(InjectedValues.numberKey.self), Scope.current!.layer)
                found.add(WordSearch.run(for: key, in: here, findsBuilds: true).builds.count)
                return 1
              }
            } operation: {
              _ = InjectedValues.current.single
            }
          }
        }
        return ""
      }
    } operation: {
      _ = InjectedValues.current.text
    }
    #expect(found.all == [2])
  }

  private func number(in values: InjectedValues, beside home: InjectedValues) -> Int? {
    number(in: values.layer().beside(home.layer()))
  }

  private func number(in values: InjectedValues) -> Int? { number(in: values.layer()) }

  private func number(in view: Layer) -> Int? {
    let word = WordSearch.run(for: KeyID(InjectedValues.numberKey.self), in: view).word
    return word.map { $0.entry.anyValue as! Int }
  }
}

extension InjectedValues {
  @Injectable(lifetime: .singleton) fileprivate var single: Int = 0
}
