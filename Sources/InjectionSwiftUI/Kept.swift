import Injection

/// A value that a view keeps as long as its outer values and its `id` stay the same.
///
/// SwiftUI describes a view many times, keeps one object of this type in the view's state, and
/// releases it with the view.
@MainActor
final class Kept<Value> {
  private var kept: Content?

  private struct Content {
    let value: Value

    // Held, so that no later scope gets the same identity.
    let outer: InjectedValues
    /// The process's root, which is replaced when a preview calls `bootstrap` again.
    let root = InjectedValues.process.layer()
    let id: AnyHashable?

    func isFor(_ outer: InjectedValues, _ id: AnyHashable?) -> Bool {
      self.outer.scope === outer.scope && self.id == id
        && root === InjectedValues.process.layer()
    }
  }

  /// Returns the kept value, or makes one if there is none for these outer values and this `id`.
  ///
  /// - Parameters:
  ///   - outer: The values that the view sees.
  ///   - id: The identity that the client gave.
  ///   - make: A closure that makes the value from the outer values.
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

extension InjectedValues {
  /// The values of the process.
  static var process: InjectedValues { InjectedValues(nil) }
}
