import Injection
import InjectionInspection
import InjectionTesting
import TestSupport
import Testing

/// Chains of defaults are as long as memory allows, also where they are looked at.
// In processes of their own, since a stack that overflows ends one.
@Suite(.timeLimit(.minutes(3))) struct LongChainsTests {
  @Test func `a long chain is explained, printed, compared and released on a small stack`() async {
    await #expect(processExitsWith: .success) {
      onSmallStack { values in
        let explanation = values.explain { $0.link(count - 1) }
        let again = values.explain { $0.link(count - 1) }
        precondition(explanation == again && Set([explanation, again]).count == 1)
        // A line of each default has three spaces more than the one above.
        precondition(explanation.description.utf8.count > 3 * count * (count - 1) / 2)
        var (last, depth) = (explanation, 1)
        while let read = last.reads.first { (last, depth) = (read, depth + 1) }
        precondition(depth == count && last.key == "LinkKey<D0, D0, D0, D0>" && last != explanation)
      }
    }
  }

  @Test func `a long chain is recorded on a small stack, while it is built and afterwards`() async {
    await #expect(processExitsWith: .success) {
      onSmallStack { values in
        let read = InjectionGraph.recording { InjectedValues.current.link(count - 1) }.graph
        let built = withTestScope { InjectionGraph.recording { buildLinks() } }.graph
        for graph in [read, built] {
          precondition(graph.nodes.count == count && graph.edges.count == count - 1)
        }
      }
    }
  }

  @Test func `a long chain is drawn as a graph and printed on a small stack`() async {
    await #expect(processExitsWith: .success) {
      onSmallStack { values in
        let graph = values.graph
        precondition(graph.nodes.count == count && graph.edges.count == count - 1)
        precondition(graph.text.split(separator: "\n").count == 3 * count - 1)
        precondition(graph.mermaid.split(separator: "\n").count == 2 * count)
        precondition(graph.dot.split(separator: "\n").count == 2 * count + 3)
      }
    }
  }

  @Test func `what looks at a chain costs the same for each default`() async {
    await #expect(processExitsWith: .success) {
      func cost(of count: Int) -> Duration {
        withTestScope {
          buildLinks(count)
          let values = InjectedValues.current
          return processorTime {
            _ = values.explain { $0.link(count - 1) }
            _ = values.graph.text
            _ = withTestScope { InjectionGraph.recording { buildLinks(count) } }
          } / count
        }
      }
      let (few, many) = ((0..<3).map { _ in cost(of: 250) }.min()!, cost(of: 2_500))
      // Where each default is looked for among all others, this is 10 times as much.
      precondition(many < few * 6, "\(many) and \(few)")
    }
  }
}

// MARK: - Fixtures

private let count = 5_000

private enum LinkKey<A: Digit, B: Digit, C: Digit, D: Digit>: InjectionKey {
  static var defaultValue: Int {
    let number = ((A.digit * 10 + B.digit) * 10 + C.digit) * 10 + D.digit
    return number == 0 ? 0 : InjectedValues.current.link(number - 1) + 1
  }
}

extension InjectedValues {
  /// The default of one of many keys, which is built from the one before.
  fileprivate func link(_ number: Int) -> Int {
    func read<A: Digit, B: Digit, C: Digit, D: Digit>(
      _: A.Type,
      _: B.Type,
      _: C.Type,
      _: D.Type
    ) -> Int {
      self[LinkKey<A, B, C, D>.self]
    }
    let places = [1_000, 100, 10, 1].map { digits[number / $0 % 10] }
    return read(places[0], places[1], places[2], places[3])
  }
}

/// Builds the first ones, each from one that is built.
private func buildLinks(_ count: Int = count) {
  for number in 0..<count { precondition(InjectedValues.current.link(number) == number) }
}

/// Runs code on a thread with a small stack, in a test scope in which the chain is built.
private func onSmallStack(_ body: @escaping @Sendable (InjectedValues) -> Void) {
  let hasEnded = onThreads(stackSize: 512 << 10) { _ in
    withTestScope {
      buildLinks()
      body(.current)
    }
  }
  precondition(hasEnded)
}
