#if canImport(SwiftUI)
  public import Injection
  public import SwiftUI

  extension View {
    /// Replaces injected values for this view and all inside.
    ///
    /// ```swift
    /// BasketScreen().injected {
    ///   $0.repository = MockRepository()
    ///   $0.config.timeout = 1
    /// }
    /// ```
    ///
    /// Views see them in the environment: `@Environment(\.injected.repository)`. Inner modifiers
    /// win over outer ones.
    ///
    /// The scope is opened once for the view's identity, and kept as long as the view is there, so
    /// that what is built in it keeps its state. Another one is opened when the outer values or
    /// `id` change. What `update` captures is therefore seen once: if it changes, say so.
    ///
    /// ```swift
    /// HomeScreen().injected(id: user.id) { $0.user = user }
    /// ```
    ///
    /// - Parameters:
    ///   - id: When it changes, another scope is opened.
    ///   - update: Replaces values. It sees the outer values and the changes it made so far.
    ///   - fileID: The source location; leave the default.
    ///   - line: The source location; leave the default.
    /// - Returns: The view, with other values in its environment.
    public func injected(
      id: AnyHashable? = nil,
      _ update: @escaping @MainActor (inout InjectedValues) -> Void,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> some View {
      modifier(InjectedModifier(id: id) { $0.opening(update, fileID: fileID, line: line) })
    }

    /// Replaces one injected value for this view and all inside.
    ///
    /// ```swift
    /// BasketScreen().injected(\.repository, MockRepository())
    /// ```
    ///
    /// The value is made with the scope: once, until the outer values or `id` change.
    ///
    /// ```swift
    /// HomeScreen().injected(\.user, user, id: user.id)
    /// ```
    ///
    /// See the form with a closure for all else.
    ///
    /// - Parameters:
    ///   - keyPath: The property to replace, or a member of one: `\.config.timeout`.
    ///   - value: The value that is seen. Evaluated when the scope is opened.
    ///   - id: When it changes, another scope is opened.
    ///   - fileID: The source location; leave the default.
    ///   - line: The source location; leave the default.
    /// - Returns: The view, with another value in its environment.
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
