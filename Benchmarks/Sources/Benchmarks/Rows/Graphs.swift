import Injection

// A graph of ten defaults: each reads the next one while it is built, and the last one the input.
//
// Each repetition opens a scope that overrides the input and reads the first, so that all ten are
// built for this scope.

extension Row {
  static var graphs: [Row] {
    [
      Row("ten-built", "ten defaults, one from another", atMost: 200, of: "with-value") { batch in
        batch.measure { build(Fresh1.self) }
      },
      Row("ten-rebuilt", "where the process has built all", atMost: 240, of: "with-value") {
        batch in
        sink(InjectedValues.current[Rebuilt1.self])
        batch.measure { build(Rebuilt1.self) }
      },
      Row("ten-beside", "of a scope and a home beside it", atMost: 2_300, of: "with-value") {
        batch in
        batch.measure {
          let home = withInjected(\.graphInput, 1) { opaque(GraphClient()) }
          withInjected(\.graphRequest, 1) { sink(home.values[Beside1.self]) }
        }
      },
    ]
  }

  @inline(__always)
  private static func build(_ key: (some Link).Type) {
    withInjected(\.graphInput, 1) { sink(InjectedValues.current[key]) }
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

private final class GraphClient: Sendable {
  private let input = Injected(\.graphInput)
  var values: InjectedValues { input.projectedValue }
}

extension InjectedValues {
  private enum RequestKey: InjectionKey {
    static var defaultValue: Int { 0 }
  }
  fileprivate var graphRequest: Int {
    get { self[RequestKey.self] }
    set { self[RequestKey.self] = newValue }
  }

  private enum InputKey: InjectionKey {
    static var defaultValue: Int { 0 }
  }
  fileprivate var graphInput: Int {
    get { self[InputKey.self] }
    set { self[InputKey.self] = newValue }
  }
}

/// A key whose default reads the next one.
private protocol Link: InjectionKey where Value == Node {
  associatedtype Next: InjectionKey where Next.Value == Node
}

extension Link {
  static var defaultValue: Node { Node(InjectedValues.current[Next.self]) }
}

private protocol LastLink: InjectionKey where Value == Node {}

extension LastLink {
  static var defaultValue: Node { Node(input: InjectedValues.current.graphInput) }
}

// Graphs of their own: the process never builds the first and the last, since what it has built it
// keeps. Not of generic keys, whose code looks up their metadata.

private enum Fresh1: Link { typealias Next = Fresh2 }
private enum Fresh2: Link { typealias Next = Fresh3 }
private enum Fresh3: Link { typealias Next = Fresh4 }
private enum Fresh4: Link { typealias Next = Fresh5 }
private enum Fresh5: Link { typealias Next = Fresh6 }
private enum Fresh6: Link { typealias Next = Fresh7 }
private enum Fresh7: Link { typealias Next = Fresh8 }
private enum Fresh8: Link { typealias Next = Fresh9 }
private enum Fresh9: Link { typealias Next = Fresh10 }
private enum Fresh10: LastLink {}

private enum Rebuilt1: Link { typealias Next = Rebuilt2 }
private enum Rebuilt2: Link { typealias Next = Rebuilt3 }
private enum Rebuilt3: Link { typealias Next = Rebuilt4 }
private enum Rebuilt4: Link { typealias Next = Rebuilt5 }
private enum Rebuilt5: Link { typealias Next = Rebuilt6 }
private enum Rebuilt6: Link { typealias Next = Rebuilt7 }
private enum Rebuilt7: Link { typealias Next = Rebuilt8 }
private enum Rebuilt8: Link { typealias Next = Rebuilt9 }
private enum Rebuilt9: Link { typealias Next = Rebuilt10 }
private enum Rebuilt10: LastLink {}

private enum Beside1: Link { typealias Next = Beside2 }
private enum Beside2: Link { typealias Next = Beside3 }
private enum Beside3: Link { typealias Next = Beside4 }
private enum Beside4: Link { typealias Next = Beside5 }
private enum Beside5: Link { typealias Next = Beside6 }
private enum Beside6: Link { typealias Next = Beside7 }
private enum Beside7: Link { typealias Next = Beside8 }
private enum Beside8: Link { typealias Next = Beside9 }
private enum Beside9: Link { typealias Next = Beside10 }
private enum Beside10: InjectionKey {
  static var defaultValue: Node {
    Node(input: InjectedValues.current.graphInput + InjectedValues.current.graphRequest)
  }
}
