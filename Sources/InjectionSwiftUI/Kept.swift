import Injection

/// What a view keeps as long as its outer values and its `id` stay the same.
///
/// A view's description is made anew again and again; the system keeps one object of this type for
/// it, in its state, and lets it go with the view.
@MainActor
final class Kept<Value> {
  private var kept: Content?

  private struct Content {
    let value: Value

    // Held, so that no later scope is taken for theirs.
    let outer: InjectedValues
    /// The process's root, which is another one when a preview sets the process's values again.
    let root = InjectedValues.process.seen.viewpoint
    let id: AnyHashable?

    func isFor(_ outer: InjectedValues, _ id: AnyHashable?) -> Bool {
      self.outer.seen == outer.seen && self.id == id
        && root === InjectedValues.process.seen.viewpoint
    }
  }

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
    if let kept, kept.isFor(outer, id) { return kept.value }
    let content = Content(value: make(outer), outer: outer, id: id)
    kept = content
    return content.value
  }
}
