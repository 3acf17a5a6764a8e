extension InjectedValues {
  /// Opens a scope in these values, which other code keeps, such as a collection of scopes.
  ///
  /// It inherits nothing from the scope or the build that asks for it. It doesn't hold the scope
  /// around it, since that may keep the collection.
  package func keeping(
    named name: String,
    at source: SourceLine,
    _ update: (inout InjectedValues) -> Void
  ) -> InjectedValues {
    enter(place?.unheld()) {
      var values = InjectedValues.draft(named: name, at: source)
      update(&values)
      return InjectedValues(values.finished())
    }
  }

  package func keeping(
    named name: String,
    at source: SourceLine,
    _ update: (inout InjectedValues) async throws -> Void
  ) async throws -> InjectedValues {
    try await enter(place?.unheld(), isolation: nil) {
      var values = InjectedValues.draft(named: name, at: source)
      try await update(&values)
      return InjectedValues(values.finished())
    }
  }
}
