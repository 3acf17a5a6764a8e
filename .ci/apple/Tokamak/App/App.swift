import Injection
import InjectionMacros
import InjectionSwiftUI
import SwiftUI

// Shows views that read injected values, and prints what they read.

extension InjectedValues {
  @Injectable var title: String = "default"
  @Injectable var described: String = "of \(InjectedValues.current.title)"
  @Injectable var ticket: Ticket = Ticket()
}

/// Numbered as they are made.
final class Ticket: Sendable {
  @MainActor static var count = 0
  let number: Int
  nonisolated init() {
    number = MainActor.assumeIsolated {
      Self.count += 1
      return Self.count
    }
  }
}

struct Row: View {
  @Environment(\.injected.title) private var title: String
  @Environment(\.injected.described) private var described: String
  var body: some View { Text("[\(title), \(described)]") }
}

@MainActor final class Model {
  @Injected(\.title) var title
  let ticket = Ticket()
}

// MARK: - Updates

@MainActor enum Updates {
  static var seen: [String] = []
  static var set: ((Int) -> Void)?
}

struct Counter: View {
  @Environment(\.injected) private var injected: InjectedValues
  let name: String
  let number: Int
  var body: some View {
    Updates.seen.append("\(name) \(number): \(injected.title), ticket \(injected.ticket.number)")
    return Text(name)
  }
}

struct Screen: View {
  @State private var number = 0
  var body: some View {
    Updates.set = { number = $0 }
    return VStack {
      InjectedModelView {
        Model()
      } content: {
        show("model", $0)
      }
      InjectedModelView(id: number / 2) {
        Model()
      } content: {
        show("by id", $0)
      }
      // Tokamak keeps no state of modifiers, as the second one shows. So the first one opens a scope
      // at each update, which SwiftUI wouldn't.
      Counter(name: "modifier", number: number).injected(\.title, "title \(number)")
      Text("plain").modifier(PlainModifier(number: number))
    }
  }
  private func show(_ name: String, _ model: Model) -> some View {
    Counter(name: "\(name) \(model.ticket.number)", number: number)
  }
}

struct PlainModifier: ViewModifier {
  @State private var ticket: Ticket = Ticket()
  let number: Int
  func body(content: Content) -> some View {
    Updates.seen.append("plain modifier \(number): state \(ticket.number)")
    return content
  }
}

// MARK: - Showing

@main struct Program {
  /// What is in brackets in a view's page.
  static func text(_ view: some View) -> String {
    StaticHTMLRenderer(view).render().split(separator: "[").dropFirst()
      .map { String($0.prefix { $0 != "]" }) }.joined(separator: " | ")
  }

  static func main() {
    print("default:", text(Row()))
    print(
      "modifier:",
      text(
        VStack {
          Row()
          Row().injected(\.title, "inner")
          Row()
        }
      )
    )
    print(
      "nested:",
      text(
        VStack {
          Row().injected(\.title, "inner")
          Row()
        }.injected { $0.title = "outer" }
      )
    )
    print("order:", text(Row().injected(\.title, "inner").injected(\.title, "outer")))
    let model = InjectedModelView {
      Model()
    } content: {
      Text("[\($0.title)]")
    }
    print("model:", text(model.injected(\.title, "outer")))
    let captured = withInjected(\.title, "captured") { InjectedValues.current }
    print("environment:", text(Row().environment(\.injected, captured)))
    print("member:", text(Row().environment(\.injected.title, "set")))
    print(
      "preview:",
      text(
        preview(traits: .injected(\.title, "first"), .injected { $0.title = "second" }) { Row() }
      )
    )
    Ticket.count = 0
    let renderer = StaticHTMLRenderer(Screen())
    for number in 1...3 { Updates.set!(number) }
    withExtendedLifetime(renderer) { print(Updates.seen.joined(separator: "\n")) }
  }
}
