import Injection

/// Runs `operation` in a container of its own, as a test scope is, but without an observer.
func withContainer<Result>(
  named name: String? = nil,
  _ update: (inout InjectedValues) -> Void = { _ in },
  operation: () -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> Result {
  let place = SourcePlace(fileID, line)
  var values = InjectedValues.container(for: .test, at: place, observer: nil)
  update(&values)
  values.setName(name)
  return withInjected(values.entered, operation: operation)
}
