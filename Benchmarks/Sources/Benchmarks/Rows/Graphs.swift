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

extension InjectedValues {
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

// Two graphs: the process never builds the first, since what it has built it keeps. Not of generic
// keys, whose code looks up their metadata.

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
