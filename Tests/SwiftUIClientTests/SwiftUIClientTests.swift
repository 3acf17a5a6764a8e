import Injection
import InjectionSwiftUI
@_spi(Host) import SwiftUI
import Testing

/// What the module does with SwiftUI, in a client whose default isolation is the main actor. What
/// it keeps for a view, and when it makes another: `KeptTests`. With the compiler's own settings,
/// pages compile the same.
struct SwiftUIClientTests {
  @Test func `a view sees the process's values, whatever is current`() {
    let host = withInjected(\.title, "current") { Host { Row() } }
    #expect(host.texts == ["0 default"])
  }

  @Test func `a view sees values that are set in the environment`() {
    let values = withInjected(\.title, "set") { InjectedValues.current }
    #expect(Host { Row().environment(\.injected, values) }.texts == ["0 set"])
    #expect(Host { Row().environment(\.injected.title, "set") }.texts == ["0 set"])
  }

  @Test func `modifiers replace values for what is inside, and the inner one wins`() {
    let host = Host {
      VStack {
        Row()
        Row().injected(\.title, "inner")
        Row().injected {
          $0.title += ", inner"
          $0.provide(InjectedValues.CounterKey.self) { Counter(1) }
        }
      }
      .injected(\.title, "outer")
      Row()
    }
    #expect(host.texts == ["0 outer", "0 inner", "1 outer, inner", "0 default"])
  }

  @Test func `modifiers and models keep what they made, until the outer values or the id change`() {
    var (outer, id) = (1, 1)
    let made = Counter(0)
    let host = Host {
      VStack {
        Row().injected(\.title, "made \(made.next())", id: id)
        Row().injected(id: id) { $0.title = "opened \(made.next())" }
        InjectedModel(id: id) {
          Model(number: made.next())
        } content: { model in
          Text("\(model.number) of \(model.title)")
        }
      }
      .injected(\.title, "\(outer)", id: outer)
    }
    #expect(host.texts == ["0 made 1", "0 opened 2", "3 of 1"])
    for _ in 2...10 { host.evaluate() }
    #expect(host.texts == ["0 made 1", "0 opened 2", "3 of 1"])
    id = 2
    host.evaluate()
    #expect(host.texts == ["0 made 4", "0 opened 5", "6 of 1"])
    outer = 2
    host.evaluate()
    #expect(host.texts == ["0 made 7", "0 opened 8", "9 of 2"])
  }

  @Test func `a preview's trait opens a container, and keeps it`() {
    let hosts = [
      Host { PreviewTrait.injected().apply(TicketRow()) },
      Host { PreviewTrait.injected(\.title, "a").apply(TicketRow()) },
      Host { PreviewTrait.injected { $0.counter = Counter(5) }.apply(TicketRow()) },
    ]
    for host in hosts { for _ in 2...10 { host.evaluate() } }
    // The ticket is one value of one container, and counts evaluations.
    #expect(hosts.map(\.texts) == [["10 -1 preview"], ["10 -1 a"], ["10 5 preview"]])
  }

  @Test func `messages name the place of a modifier or trait`() {
    let line = #line
    let hosts = [
      Host { ScopeRow().injected(\.title, "a") },
      Host { ScopeRow().injected { $0.title = "a" } },
      Host { PreviewTrait.injected(\.title, "a").apply(ScopeRow()) },
      Host { PreviewTrait.injected { $0.title = "a" }.apply(ScopeRow()) },
    ]
    for (host, index) in zip(hosts, 2...) {
      let place = "SwiftUIClientTests.swift:\(line + index)"
      #expect(host.texts[0].contains(place))
    }
  }
}

// MARK: - Fixtures

private struct Row: View {
  @Environment(\.injected.title) private var title
  @Environment(\.injected.counter) private var counter
  var body: some View { Text("\(counter.count) \(title)") }
}

/// Counts its own evaluations, in a value of its container.
private struct TicketRow: View {
  @Environment(\.injected) private var injected
  var body: some View {
    Text("\(injected.ticket.next()) \(injected.counter.count) \(injected.title)")
  }
}

private struct ScopeRow: View {
  @Environment(\.injected) private var injected
  var body: some View { Text("\(injected)") }
}

private final class Model {
  @Injected(\.title) var title
  let number: Int
  init(number: Int) { self.number = number }
}

private final class Counter {
  private(set) var count: Int
  init(_ count: Int) { self.count = count }
  func next() -> Int {
    count += 1
    return count
  }
}

extension InjectedValues {
  private enum TitleKey: InjectionKey {
    static var defaultValue: String { "default" }
    static var previewValue: String { "preview" }
  }
  fileprivate var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  fileprivate enum CounterKey: InjectionKey {
    static var defaultValue: Counter { Counter(0) }
    static var previewValue: Counter { Counter(-1) }
  }
  fileprivate var counter: Counter {
    get { self[CounterKey.self] }
    set { self[CounterKey.self] = newValue }
  }

  private enum TicketKey: InjectionKey {
    static var defaultValue: Counter { Counter(0) }
    static var lifetime: InjectionLifetime { .singleton }
  }
  fileprivate var ticket: Counter { self[TicketKey.self] }
}
