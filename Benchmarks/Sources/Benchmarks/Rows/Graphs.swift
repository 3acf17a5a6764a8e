import Injection

// A graph of ten defaults: each reads the next one while it is built, and the last one the input.
//
// Each repetition opens a scope that overrides the input and reads the first, so that all ten are
// built for this scope.

extension Row {
  static var graphs: [Row] {
    [
      Row("ten-built", "ten defaults, one from another", atMost: 200, of: "with-value") { batch in
        batch.measure { build(Fresh.self) }
      },
      Row("ten-rebuilt", "where the process has built all", atMost: 240, of: "with-value") {
        batch in
        sink(InjectedValues.current[Key1<Rebuilt>.self])
        batch.measure { build(Rebuilt.self) }
      },
    ]
  }

  @inline(__always)
  private static func build<Graph>(_ graph: Graph.Type) {
    withInjected(\.graphInput, 1) { sink(InjectedValues.current[Key1<Graph>.self]) }
  }
}

// MARK: - Values

private final class Node: Sendable {
  let input: Int
  let next: Node?

  init(input: Int) {
    self.input = input
    next = nil
  }

  init(_ next: Node) {
    input = next.input
    self.next = next
  }
}

extension InjectedValues {
  private enum InputKey: InjectionKey {
    static var defaultValue: Int { 0 }
  }
  fileprivate var graphInput: Int {
    get { self[InputKey.self] }
    set { self[InputKey.self] = newValue }
  }
}

// Two graphs of the same keys: the process never builds the first, since what it has built it
// keeps.
private enum Fresh {}
private enum Rebuilt {}

private enum Key1<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key2<Graph>.self]) }
}

private enum Key2<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key3<Graph>.self]) }
}

private enum Key3<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key4<Graph>.self]) }
}

private enum Key4<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key5<Graph>.self]) }
}

private enum Key5<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key6<Graph>.self]) }
}

private enum Key6<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key7<Graph>.self]) }
}

private enum Key7<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key8<Graph>.self]) }
}

private enum Key8<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key9<Graph>.self]) }
}

private enum Key9<Graph>: InjectionKey {
  static var defaultValue: Node { Node(InjectedValues.current[Key10<Graph>.self]) }
}

private enum Key10<Graph>: InjectionKey {
  static var defaultValue: Node { Node(input: InjectedValues.current.graphInput) }
}
