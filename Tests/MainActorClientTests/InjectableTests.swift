import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// Keys in one line, in a module whose default isolation is the main actor.
@Suite struct InjectableTests {
  @Test func `a value that is no Sendable, with no isolation written`() {
    withTestScope {
      let screen = MacroScreen()
      #expect(screen.list.items == ["test"])
      #expect(InjectedValues.current.macroList === screen.list)
      withInjected(\.macroList, MacroList(["other"])) {
        #expect(screen.list.items == ["other"])
        #expect(MacroScreen().list.items == ["other"])
      }
    }
    #expect(InjectedValues.macroListKey.defaultValue.items == ["live"])
  }

  @Test func `what is not isolated is read anywhere`() async {
    let number = await Task.detached {
      InjectedValues.current.macroNumber + InjectedValues.current.macroOtherNumber
        + InjectedValues.macroNumberKey.defaultValue
    }.value
    #expect(number == 10)
  }
}

// MARK: - Fixtures

final class MacroList {
  var items: [String]
  init(_ items: [String]) { self.items = items }
}

final class MacroScreen {
  @Injected(\.macroList) var list
}

extension InjectedValues {
  @Injectable(test: MacroList(["test"])) var macroList: MacroList = MacroList(["live"])
  @Injectable nonisolated var macroNumber = 3
}

nonisolated extension InjectedValues {
  @Injectable(lifetime: .singleton) var macroOtherNumber = 4
}
