import Injection

extension InjectedValues {
  /// Opens a scope in these values, which other code keeps, such as a collection of scopes.
  ///
  /// It inherits nothing from the scope or the build that asks for it. These values are unheld,
  /// since their scope may keep the collection.
  func keeping(
    named name: String,
    at source: SourceLine,
    since birth: UInt64,
    _ update: (inout InjectedValues) -> Void
  ) -> InjectedValues {
    enter(scope) {
      var values = InjectedValues.draft(named: name, at: source)
      values.scope?.willBeKept(since: birth)
      update(&values)
      return InjectedValues(values.finished())
    }
  }

  func keeping(
    named name: String,
    at source: SourceLine,
    since birth: UInt64,
    _ update: (inout InjectedValues) async throws -> Void
  ) async throws -> InjectedValues {
    try await enter(scope, isolation: nil) {
      var values = InjectedValues.draft(named: name, at: source)
      values.scope?.willBeKept(since: birth)
      try await update(&values)
      return InjectedValues(values.finished())
    }
  }
}
