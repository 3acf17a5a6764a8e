import Injection
import InjectionSwiftUI
import SwiftUI

/// What a view and a test share.
@MainActor
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

@MainActor
func next(_ count: Box<Int>) -> Int {
  count.value += 1
  return count.value
}

struct Row: View {
  @Environment(\.injected.title) private var title
  var body: some View { Text(title) }
}

struct ConfigRow: View {
  @Environment(\.injected.config) private var config
  var body: some View { Text("\(config.timeout) \(config.text)") }
}

struct VisitorRow: View {
  @Environment(\.injected.visitor) private var visitor
  let log: Log

  var body: some View {
    visitor.visits += 1
    log.visitor = visitor
    return Text("\(visitor.name), \(visitor.visits) visits")
  }
}

struct TicketRow: View {
  @Environment(\.injected.ticket) private var ticket

  var body: some View {
    ticket.visits += 1
    return Text("\(ticket.name) \(ticket.visits)")
  }
}

struct ModelScreen: View {
  let count: Box<Int>
  var id = 1

  var body: some View {
    InjectedModel(id: id) {
      Model(number: next(count))
    } content: { model in
      Text("model \(model.number) of \(model.title)")
    }
  }
}

final class Model {
  @Injected(\.title) var title
  let number: Int
  init(number: Int) { self.number = number }
}

@MainActor
final class Visitor {
  let name: String
  var visits = 0
  nonisolated init(name: String) { self.name = name }
}

@MainActor
final class Log {
  weak var visitor: Visitor?
}

struct Config: Sendable {
  var timeout = 1
  var text = "live"
}

extension InjectedValues {
  enum TitleKey: InjectionKey {
    static var defaultValue: String { "default" }
    static var previewValue: String { "previewed" }
  }
  var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  private enum ConfigKey: InjectionKey { static var defaultValue: Config { Config() } }
  var config: Config {
    get { self[ConfigKey.self] }
    set { self[ConfigKey.self] = newValue }
  }

  private enum VisitorKey: InjectionKey {
    static var defaultValue: Visitor { Visitor(name: InjectedValues.current.title) }
  }
  var visitor: Visitor { self[VisitorKey.self] }

  private enum TicketKey: InjectionKey {
    static var defaultValue: Visitor { Visitor(name: InjectedValues.current.title) }
    static var lifetime: InjectionLifetime { .singleton }
  }
  var ticket: Visitor { self[TicketKey.self] }
}
