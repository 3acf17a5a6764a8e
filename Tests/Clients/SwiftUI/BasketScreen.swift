import Injection
import InjectionSwiftUI
import SwiftUI

// Uses all of the module, and compiles: with the main actor as default isolation here, and with the
// compiler's own settings on pages. The behavior behind the views: `KeptTests`.

struct BasketScreen: View {
  let user: String
  let values: InjectedValues

  var body: some View {
    VStack {
      Row().injected(\.title, "basket")
      Row().injected(\.counter.step, 2, id: user)
      Row().injected(id: user) {
        $0.title += " of \(user)"
        $0.provide(InjectedValues.CounterKey.self) { Counter(step: 1) }
      }
    }
    .injected { $0.title = "outer" }
    Row().environment(\.injected, values)
    Row().environment(\.injected.title, "set")
    InjectedModel {
      Model(user: user)
    } content: { model in
      Text(model.text)
      Row()
    }
    InjectedModel(id: user) {
      Model(user: user)
    } content: {
      Text($0.text)
    }
  }
}

let traits: [PreviewTrait<Preview.ViewTraits>] = [
  .injected(), .injected(\.title, "a"), .injected(\.counter.step, 3),
  .injected { $0.counter = Counter(step: 5) },
]

private struct Row: View {
  @Environment(\.injected.title) private var title
  @Environment(\.injected.counter) private var counter
  @Environment(\.injected) private var injected
  var body: some View { Text("\(counter.step) \(title) \(injected)") }
}

private final class Model {
  @Injected(\.title) private var title
  private let user: String
  init(user: String) { self.user = user }
  var text: String { "\(title) of \(user)" }
}

private struct Counter {
  var step = 0
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
    static var defaultValue: Counter { Counter() }
  }
  fileprivate var counter: Counter {
    get { self[CounterKey.self] }
    set { self[CounterKey.self] = newValue }
  }
}
