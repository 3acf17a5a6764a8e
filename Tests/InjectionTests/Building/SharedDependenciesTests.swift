import Injection
import InjectionTesting
import TestSupport
import Testing

/// Defaults of which two read two others each, and so on: 22 levels of two, which four million ways
/// lead through.
struct SharedDependenciesTests {
  private let top = Self.level(22, of: Bottom.self)

  @Test func `whether a default is shared is found out once for all who depend on it`() {
    withTestScope {
      var value = 0
      let building = processorTime { value = top.value }
      #expect(value == 1 << 22)
      // Keys are told apart by few bits here, so that each default may seem to depend on these.
      withInjected({ Self.overrideOthers(64, of: Bottom.self, in: &$0) }) {
        let sharing = processorTime { value = top.value }
        #expect(value == 1 << 22 && sharing < building * 100)
      }
    }
  }

  @Test func `all that depends on an override is built again, each once`() {
    withTestScope {
      _ = top.value
      let count = InjectedValues.current.builds.count
      withInjected(\.number, 2) { #expect(top.value == 2 << 22) }
      #expect(InjectedValues.current.builds.count == count + 44)
      // In a scope that another default opens.
      withInjected { [top] in
        $0.provide(Other<Bottom>.self) { withInjected(\.number, 3) { top.value } }
      } operation: {
        #expect(InjectedValues.current[Other<Bottom>.self] == 3 << 22)
      }
    }
  }

  private static func level(_ count: Int, of level: any Level.Type) -> any Level.Type {
    func above<L: Level>(_: L.Type) -> any Level.Type { Above<L>.self }
    return count == 0 ? level : Self.level(count - 1, of: above(level))
  }

  private static func overrideOthers(
    _ count: Int,
    of level: any Level.Type,
    in values: inout InjectedValues
  ) {
    func override<L: Level>(_: L.Type) { values[Other<L>.self] = count }
    override(level)
    if count > 1 { overrideOthers(count - 1, of: Self.level(1, of: level), in: &values) }
  }
}

// MARK: - Fixtures

private protocol Level: SendableMetatype {
  static var value: Int { get }
}

private enum Bottom: Level {
  static var value: Int { InjectedValues.current.number }
}

private enum Above<Below: Level>: Level {
  static var value: Int {
    InjectedValues.current[Left<Below>.self] + InjectedValues.current[Right<Below>.self]
  }
}

private enum Left<Below: Level>: InjectionKey {
  static var defaultValue: Int { counted(Below.value) }
}

private enum Right<Below: Level>: InjectionKey {
  static var defaultValue: Int { counted(Below.value) }
}

private enum Other<Below: Level>: InjectionKey {
  static var defaultValue: Int { 0 }
}

private func counted(_ value: Int) -> Int {
  _ = InjectedValues.current.builds.next()
  return value
}
