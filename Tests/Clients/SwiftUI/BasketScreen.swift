import Injection
import InjectionMacros
import InjectionSwiftUI
import SwiftUI

// Uses all of the module, and only has to compile: with the main actor as default isolation here,
// and with the compiler's own settings on pages. `KeptTests` tests the behavior.

struct BasketScreen: View {
  let user: String
  let values: InjectedValues

  var body: some View {
    Row().injected(\.style.size, 2, id: user)
    Row().injected { $0.provide(InjectedValues.styleKey.self) { Style(size: 1) } }
    Row().environment(\.injected, values)
    Row().environment(\.injected.style.title, "set")
    InjectedModelView(id: user) {
      Model(user: user)
    } content: {
      Text($0.text)
      Row()
    }
  }
}

let traits: [PreviewTrait<Preview.ViewTraits>] = [
  .injected(), .injected(\.style.size, 3),
  .injected { $0.style = Style(size: 5) },
]

private struct Row: View {
  @Environment(\.injected.style.title) private var title
  @Environment(\.injected) private var injected
  var body: some View { Text("\(title) \(injected)") }
}

private final class Model {
  @Injected(\.style.title) private var title
  private let user: String
  init(user: String) { self.user = user }
  var text: String { "\(title) of \(user)" }
}

private struct Style {
  var title = "default"
  var size = 0
}

extension InjectedValues {
  @Injectable fileprivate var style: Style = Style()
}
