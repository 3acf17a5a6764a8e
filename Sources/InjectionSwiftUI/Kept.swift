import Injection

/// What a view keeps as long as its outer values and its `id` stay the same.
///
/// A view's description is made anew again and again; the system keeps one object of this type for
/// it, in its state, and lets it go with the view.
@MainActor
final class Kept<Value> {
  private var kept: (outer: InjectedValues, id: AnyHashable?, value: Value)?

  /// What is kept, which is made if there is nothing yet, or if it was made for others.
  ///
  /// - Parameters:
  ///   - outer: The values that the view sees. They are others if they are those of another scope.
  ///   - id: What else it was made for.
  ///   - make: Makes it, from the outer values.
  func value(
    for outer: InjectedValues,
    id: AnyHashable?,
    make: (InjectedValues) -> Value
  ) -> Value {
    // The outer values are held, so no later scope is taken for theirs.
    if let kept, kept.outer.seenScope === outer.seenScope, kept.id == id { return kept.value }
    let value = make(outer)
    kept = (outer, id, value)
    return value
  }
}
