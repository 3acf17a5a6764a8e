import Injection

/// The collections in whose scopes the running task works, or in which it was started.
///
/// A task inherits this from the one that started it. Whether that waits for it can't be known.
final class ScopeUse: Sendable {
  /// What a collection is known by. Tasks that outlive the collection don't hold it.
  final class Mark: Sendable {}

  private let mark: Mark
  private let outer: ScopeUse?

  private init(_ mark: Mark, in outer: ScopeUse?) { (self.mark, self.outer) = (mark, outer) }

  private static let taskLocal = TaskLocal<ScopeUse?>(wrappedValue: nil)

  static var current: ScopeUse? { taskLocal.get() }

  func isOf(_ mark: Mark) -> Bool {
    sequence(first: self, next: \.outer).contains { $0.mark === mark }
  }

  /// Runs code in a scope of a collection.
  ///
  /// - Parameter outer: What the code is part of.
  static func run<Result>(
    in mark: Mark,
    partOf outer: ScopeUse? = current,
    isolation: isolated (any Actor)? = #isolation,
    _ code: () async throws -> Result
  ) async throws -> Result {
    // Each collection once, so that this doesn't grow where tasks start tasks forever.
    if let outer, outer === current, outer.isOf(mark) { return try await code() }
    let use = outer?.isOf(mark) == true ? outer : ScopeUse(mark, in: outer)
    return try await taskLocal.withValue(use, operation: code, isolation: isolation)
  }
}
