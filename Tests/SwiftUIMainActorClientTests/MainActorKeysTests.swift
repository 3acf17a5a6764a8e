import Injection
import InjectionSwiftUI
@_spi(Host) import SwiftUI
import Testing

/// Keys, views and models of a module whose default isolation is the main actor.
@Suite struct MainActorKeysTests {
  @Test func `modifiers replace values and provide code`() {
    let host = Host {
      VStack {
        CounterRow()
        CounterRow().injected(\.counter, Counter(5))
        CounterRow().injected { $0.counter = Counter(6) }
        CounterRow().injected { $0.provide(InjectedValues.CounterKey.self) { Counter(7) } }
      }
    }
    for _ in 2...10 { host.evaluate() }
    #expect(host.texts == ["0 + 10", "5 + 10", "6 + 10", "7 + 10"])
  }

  @Test func `a model is made once, in the environment's values`() {
    let host = Host {
      InjectedModel {
        CounterModel()
      } content: { model in
        Button("Count") { model.counter.count += 1 }
        Text("\(model.counter.start) + \(model.counter.count)")
      }
      .injected(\.counter, Counter(5))
    }
    for _ in 2...10 { host.press("Count") }
    #expect(host.texts == ["5 + 9"])
  }

  @Test func `a preview has values of its own`() {
    let trait: PreviewTrait<Preview.ViewTraits> = .injected { $0.counter = Counter(5) }
    let previews = [
      Preview(traits: trait) { CounterRow() },
      Preview(traits: .injected(\.counter, Counter(6))) { CounterRow() },
      Preview(traits: .injected()) { CounterRow() },
    ]
    #expect(
      previews.map { preview in Host { preview.makeView() }.texts } == [
        ["5 + 1"], ["6 + 1"], ["-1 + 1"],
      ]
    )
  }

  @Test func `an action enters the values of the environment, also in its task`() async {
    let tasks = Tasks()
    let host = Host { TaskButton(tasks: tasks).injected(\.counter, Counter(5)) }
    host.press("Start")
    #expect(await tasks.all[0].value == 5)
  }
}

private final class Counter {
  let start: Int
  var count = 0
  init(_ start: Int) { self.start = start }
}

private struct CounterRow: View {
  @Environment(\.injected.counter) private var counter

  var body: some View {
    counter.count += 1
    return Text("\(counter.start) + \(counter.count)")
  }
}

private final class CounterModel {
  @Injected(\.counter) var counter
}

private final class Tasks {
  var all: [Task<Int, Never>] = []
}

private struct TaskButton: View {
  @Environment(\.injected) private var injected
  let tasks: Tasks

  var body: some View {
    Button("Start") {
      withInjected(injected) {
        tasks.all.append(
          Task {
            await Task.yield()
            return InjectedValues.current.counter.start
          }
        )
      }
    }
  }
}

extension InjectedValues {
  fileprivate enum CounterKey: InjectionKey {
    static var defaultValue: Counter { Counter(0) }
    static var previewValue: Counter { Counter(-1) }
  }
  fileprivate var counter: Counter {
    get { self[CounterKey.self] }
    set { self[CounterKey.self] = newValue }
  }
}
