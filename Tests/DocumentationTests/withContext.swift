import Injection

/// Runs `operation` in a container of its own with a context: `.live` where it is left out.
func withContext<Result>(
  _ context: InjectionContext = .live,
  operation: () throws -> Result
) rethrows -> Result {
  let values = InjectedValues.container(for: context, at: .unknown, observer: nil).entered
  return try withInjected(values, operation: operation)
}
