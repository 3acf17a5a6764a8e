import Injection
import InjectionSwiftUI
import InjectionTesting
@_spi(Host) import SwiftUI
import Testing

@MainActor
@Suite struct InjectedModifierTests {
  private let count = Box(0)

  @Test func `evaluated ten times, a scope is opened once`() {
    let host = Host { [count] in Row().injected { $0.title = "opened \(next(count))" } }
    for _ in 2...10 { host.evaluate() }
    #expect(host.texts == ["opened 1"])
    #expect(count.value == 1)
  }

  @Test func `evaluated ten times, one value is made once`() {
    let host = Host { [count] in Row().injected(\.title, "made \(next(count))") }
    for _ in 2...10 { host.evaluate() }
    #expect(host.texts == ["made 1"])
    #expect(count.value == 1)
  }

  @Test func `another scope is opened when the id changes`() {
    let id = Box(1)
    let host = Host { [count] in
      VStack {
        Row().injected(\.title, "made \(next(count))", id: id.value)
        Row().injected(id: id.value) { $0.title = "opened \(next(count))" }
      }
    }
    host.evaluate()
    #expect(host.texts == ["made 1", "opened 2"])
    id.value = 2
    host.evaluate()
    #expect(host.texts == ["made 3", "opened 4"])
  }

  @Test func `another scope is opened when the outer values change`() {
    let id = Box(1)
    let host = Host { [count] in
      Row().injected { $0.title += " \(next(count))" }
        .injected(\.title, "outer \(id.value)", id: id.value)
    }
    host.evaluate()
    #expect(host.texts == ["outer 1 1"])
    id.value = 2
    host.evaluate()
    #expect(host.texts == ["outer 2 2"])
  }

  @Test func `another scope is opened for another view, and where a view comes back`() {
    let id = Box(1)
    let isShown = Box(true)
    let host = Host { [count] in
      if isShown.value {
        Row().injected(\.title, "made \(next(count))").id(id.value)
      }
    }
    id.value = 2
    host.evaluate()
    #expect(host.texts == ["made 2"])
    isShown.value = false
    host.evaluate()
    isShown.value = true
    host.evaluate()
    #expect(host.texts == ["made 3"])
  }

  @Test func `each of two views has a scope of its own`() {
    let host = Host { [count] in
      ForEach([1, 2], id: \.self) { _ in Row().injected(\.title, "made \(next(count))") }
    }
    host.evaluate()
    #expect(host.texts == ["made 1", "made 2"])
  }

  @Test func `the inner one of two modifiers wins`() {
    let host = Host {
      VStack {
        Row()
        Row().injected(\.title, "inner")
      }
      .injected {
        $0.title = "outer"
        $0.config.timeout = 2
      }
    }
    #expect(host.texts == ["outer", "inner"])
    #expect(Host { Row() }.texts == ["default"])
  }

  @Test func `a member of a value is replaced alone`() {
    let host = Host {
      ConfigRow().injected(\.config.timeout, 2).injected(\.config.text, "outer")
    }
    #expect(host.texts == ["2 outer"])
  }

  @Test func `code is provided for defaults of the subtree`() {
    let host = Host {
      Row().injected { $0.provide(InjectedValues.TitleKey.self) { "provided" } }
    }
    #expect(host.texts == ["provided"])
  }

  @Test func `defaults of the subtree keep their state, and go with it`() {
    let isShown = Box(true)
    let log = Log()
    let host = Host {
      if isShown.value { VisitorRow(log: log).injected(\.title, "inside") }
    }
    for _ in 2...10 { host.evaluate() }
    #expect(host.texts == ["inside, 10 visits"])
    #expect(log.visitor?.visits == 10)
    isShown.value = false
    host.evaluate()
    #expect(log.visitor == nil)
  }

  @Test func `the environment's default does not depend on the scope that is current`() {
    let host = Host { [count] in Row().injected { $0.title += " \(next(count))" } }
    withInjected(\.title, "current") { host.evaluate() }
    #expect(host.texts == ["default 1"])
  }

  @Test func `a test sets its own values`() {
    withTestScope {
      $0.title = "test"
    } operation: {
      let values = InjectedValues.current
      let host = Host { Row().environment(\.injected, values) }
      #expect(host.texts == ["test"])
    }
  }

  @Test func `a member that SwiftUI sets is seen`() {
    let host = Host { Row().environment(\.injected.title, "set") }
    #expect(host.texts == ["set"])
  }
}
