#if canImport(SwiftUI)
  public import Injection
  public import SwiftUI

  extension View {
    /// Replaces injected values for this view and its children.
    ///
    /// ```swift
    /// BasketScreen().injected {
    ///   $0.repository = MockRepository()
    ///   $0.config.timeout = 1
    /// }
    /// ```
    ///
    /// Views read them in the environment: `@Environment(\.injected.repository)`. Inner modifiers
    /// win over outer ones.
    ///
    /// The scope is opened once for the view's identity, and kept as long as the view exists, so
    /// values that are built in it keep their state. A new scope is opened when the outer values or
    /// `id` change. If `update` captures values that change, pass an `id` that changes with them:
    ///
    /// ```swift
    /// HomeScreen().injected(id: user.id) { $0.user = user }
    /// ```
    ///
    /// - Parameters:
    ///   - id: A value that identifies the scope. When it changes, a new scope is opened.
    ///   - update: A closure that replaces values. It sees the outer values and its own earlier
    ///     changes.
    /// - Returns: The view with the values in its environment.
    public func injected(
      id: AnyHashable? = nil,
      _ update: @escaping @MainActor (inout InjectedValues) -> Void,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> some View {
      modifier(InjectedModifier(id: id) { $0.opening(update, fileID: fileID, line: line) })
    }

    /// Replaces one injected value for this view and its children.
    ///
    /// ```swift
    /// BasketScreen().injected(\.repository, MockRepository())
    /// ```
    ///
    /// > Warning: The value is evaluated once, with the scope, until the outer values or `id`
    /// > change. `HomeScreen().injected(\.user, user)` keeps the first user as long as the view
    /// > exists. For a value that changes, pass an `id` that changes with it:
    ///
    /// ```swift
    /// HomeScreen().injected(\.user, user, id: user.id)
    /// ```
    ///
    /// Otherwise this is the same as the form with a closure.
    ///
    /// - Parameters:
    ///   - keyPath: The property to replace, or a member of one: `\.config.timeout`.
    ///   - value: The value. The expression is evaluated when the scope is opened.
    ///   - id: A value that identifies the scope. When it changes, a new scope is opened.
    /// - Returns: The view with the value in its environment.
    public func injected<Value>(
      _ keyPath: WritableKeyPath<InjectedValues, Value>,
      _ value: @autoclosure @escaping @MainActor () -> Value,
      id: AnyHashable? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> some View {
      modifier(
        InjectedModifier(id: id) { $0.opening(keyPath, value, fileID: fileID, line: line) }
      )
    }
  }
#endif
