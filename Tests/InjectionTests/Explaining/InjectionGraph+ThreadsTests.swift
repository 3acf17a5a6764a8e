import Testing

@testable import Injection

@Suite struct InjectionGraphThreadsTests {
  // A read is noted with its reader before the key that is read is known for itself.
  @Test func `a graph can be asked for while another thread reads keys for the first time`() async {
    await withTestScope { _ in
    } operation: {
      let values = InjectedValues.current
      async let built: Int = InjectedValues.current[ManyReadsKey.self]
      var graphs = 0
      while values.graph.edges.count < ManyReadsKey.count && graphs < 100_000 { graphs += 1 }
      #expect(await built == ManyReadsKey.count)
      #expect(values.graph.edges.count == ManyReadsKey.count)
    }
  }
}

// MARK: - Fixtures

private enum ManyReadsKey: InjectionKey {
  static let count = 100
  static var defaultValue: Int { read(Int.self, count) }

  /// Reads as many keys as asked for, each of a type of its own.
  private static func read<Number>(_ number: Number.Type, _ count: Int) -> Int {
    if count == 0 { return 0 }
    return InjectedValues.current[NestedNumberKey<Number>.self] + read([Number].self, count - 1)
  }
}

private enum NestedNumberKey<Number>: InjectionKey {
  static var defaultValue: Int { 1 }
}
