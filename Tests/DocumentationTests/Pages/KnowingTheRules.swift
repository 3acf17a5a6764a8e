import Injection
import InjectionMacros
import InjectionTesting
import Testing

private final class Log: Sendable {
  let level = InjectedValues.current.level
}

extension InjectedValues {
  @Injectable fileprivate var level = 1
  @Injectable fileprivate var name: String? = "log"
  @Injectable fileprivate var log: Log = Log()
}

private struct Service {
  @Injected(\.level) var level
  @Injected(\.log) var log
}

private let printed = Printed()
private func print(_ item: Any) { printed.add(item) }

@Test(.injected())
private func `some rules in a few lines`() async {
  let home = withInjected(\.level, 2) { Service() }
  let outer = InjectedValues.current.log

  print(home.level)  // 2: the home, where no other scope is current.
  print(withInjected(\.level, 3) { home.level })  // 3: the current scope comes first.
  print(home.log.level)  // 2: built from what the home overrides.
  withInjected(\.name, nil) {
    print(InjectedValues.current.name == nil)  // true
    print(InjectedValues.current.log === outer)  // true
  }
  print(await Task { home.level }.value)  // 2
  #expect(printed.take() == ["2", "3", "2", "true", "true", "2"])
}
