import Injection

/// The collections in whose scopes the running task works, or in which it was started.
///
/// A task inherits this from the one that started it. Whether that waits for it can't be known.
@usableFromInline
final class ScopeUse: Sendable {
  /// What a collection is known by. Tasks that outlive the collection don't hold it.
  @usableFromInline final class Mark: Sendable {}

  private let mark: Mark
  private let outer: ScopeUse?

  @usableFromInline
  init(_ mark: Mark, in outer: ScopeUse?) { (self.mark, self.outer) = (mark, outer) }

  @usableFromInline static let taskLocal = TaskLocal<ScopeUse?>(wrappedValue: nil)

  static var current: ScopeUse? { taskLocal.get() }

  @usableFromInline
  func isOf(_ mark: Mark) -> Bool {
    sequence(first: self, next: \.outer).contains { $0.mark === mark }
  }

  /// Runs code in a scope of a collection.
  ///
  /// - Parameter outer: What the code is part of.
  @inlinable
  static func run<Result>(
    in mark: Mark,
    partOf outer: ScopeUse? = taskLocal.get(),
    isolation: isolated (any Actor)? = #isolation,
    _ code: () async throws -> Result
  ) async throws -> Result {
    // Each collection once, so that this doesn't grow where tasks start tasks forever.
    let use = if let outer, outer.isOf(mark) { outer } else { ScopeUse(mark, in: outer) }
    return try await taskLocal.withValue(use, operation: code, isolation: isolation)
  }
}
