import Injection
import InjectionSwiftUI
@_spi(Host) import SwiftUI
import Testing

@MainActor
@Suite struct InjectedModelTests {
  private let count = Box(0)

  @Test func `evaluated ten times, a model is made once`() {
    let host = Host { [count] in ModelScreen(count: count) }
    for _ in 2...10 { host.evaluate() }
    #expect(host.texts == ["model 1 of default"])
    #expect(count.value == 1)
  }

  @Test func `another model is made when the environment's values or the id change`() {
    let (title, id) = (Box("a"), Box(1))
    let host = Host { [count] in
      ModelScreen(count: count, id: id.value).injected(\.title, title.value, id: title.value)
    }
    host.evaluate()
    #expect(host.texts == ["model 1 of a"])
    title.value = "b"
    host.evaluate()
    #expect(host.texts == ["model 2 of b"])
    id.value = 2
    host.evaluate()
    #expect(host.texts == ["model 3 of b"])
  }

  @Test func `a model is at home in the environment's values, whatever is current`() {
    let host = withInjected(\.title, "current") {
      Host { [count] in ModelScreen(count: count).injected(\.title, "environment") }
    }
    host.evaluate()
    #expect(host.texts == ["model 1 of environment"])
  }
}
