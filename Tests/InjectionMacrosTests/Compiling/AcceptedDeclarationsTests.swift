import TestSupport
import Testing

/// The expansions of valid declarations compile. `Tests/Clients/Shop` has each form.
struct AcceptedDeclarationsTests {
  // Names of other libraries, such as SwiftUI, and of this library.
  @Test func `a client may have types and functions of any of these names`() async throws {
    let names = [
      "Entry", "Key", "Value", "Default", "Environment", "EnvironmentValues", "Preview", "Test",
      "Injection", "InjectionMacros", "Lifetime", "Property", "Accessor", "Int8", "Self_",
    ]
    let result = try await Compiler.compile(
      """
      import Injection
      import InjectionMacros
      \(names.map { "struct \($0): Sendable {}" }.joined(separator: "\n"))
      func get() -> Entry { Entry() }
      func set(_ key: Key) -> Key { key }
      let newValue = Value()
      extension InjectedValues {
        \(names.map { "@Injectable var clash\($0): \($0) = \($0)()" }.joined(separator: "\n  "))
        @Injectable(test: set(Key()), preview: Key()) var key: Key = set(Key())
        @Injectable var entry: Entry = get()
        @Injectable var value: Value = newValue
      }
      """,
      ["-swift-version", "6", "-warnings-as-errors"]
    )
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }
}
