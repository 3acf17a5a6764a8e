/// A container of its own for a test: how `withTestScope`, the traits and the XCTest helpers open one.
///
/// 1. Make one, 2. `update` it as often as needed, 3. `run` the test in it.
package struct TestScope: Sendable {
  private var values: InjectedValues
  private let reporter: any TestReporter

  private let container: Container

  /// Makes a scope.
  ///
  /// - Parameter reporter: Who is told; by default the running test.
  @inline(never)  // For size: each caller would hold a copy.
  package init(
    _ name: String?,
    options: TestScopeOptions,
    reporter: (any TestReporter)? = nil,
    fileID: StaticString,
    line: UInt
  ) {
    let reporter: any TestReporter =
      options.handler.map(HandlerReporter.init) ?? reporter
      ?? TestFrameworks.linked?.reporter(forScope: name, fileID: fileID, line: line)
      ?? StandardErrorReporter()
    var containerOptions = Container.Options()
    containerOptions.isStrict = options.isStrict
    containerOptions.exceptions = options.exceptions
    containerOptions.tracksOverrides = options.tracksOverrides
    containerOptions.reporter = reporter
    self.reporter = reporter
    let values = InjectedValues.testContainer(
      place: SourcePlace(fileID, line),
      name: name,
      options: containerOptions
    )
    // An update closure may replace the values as a whole; the container stays the test's.
    self.container = values.scope!.container
    self.values = values
  }

  /// Replaces values. All updates make one scope: the container's root.
  ///
  /// - Parameter place: Where the overrides are made, for messages; without one, messages name the
  ///   declaration of the property.
  package mutating func update<Failure: Error>(
    at place: SourcePlace?,
    _ update: (inout InjectedValues) throws(Failure) -> Void
  ) throws(Failure) {
    container.setOverridePlace(.some(place))
    defer { container.setOverridePlace(nil) }
    do {
      try update(&values)
    } catch {
      reporter.scopeEnded()
      throw error
    }
  }

  nonisolated(nonsending) package mutating func update(
    at place: SourcePlace?,
    _ update: (inout InjectedValues) async throws -> Void
  ) async throws {
    container.setOverridePlace(.some(place))
    defer { container.setOverridePlace(nil) }
    do {
      try await update(&values)
    } catch {
      reporter.scopeEnded()
      throw error
    }
  }

  /// Runs the test. At its end, overrides that were never read are reported, if that was asked for.
  package func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { reporter.scopeEnded() }
    let result = try Scope.run(in: values.scope, operation)
    // Not after an error: it may be the reason why they were not read.
    if !reporter.wasSkipped { container.reportUnreadOverrides() }
    return result
  }

  nonisolated(nonsending) package func run<Result, Failure: Error>(
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    defer { reporter.scopeEnded() }
    let result = try await Scope.run(in: values.scope, operation)
    if !reporter.wasSkipped { container.reportUnreadOverrides() }
    return result
  }
}
