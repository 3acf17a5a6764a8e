// Read this file first. The order of the other folders is in .github/CONTRIBUTING.md.

/// A key for an injected value: its type, and its default when nothing overrides it.
///
/// 1. Define the key: a type of its own, which may be private. With a *computed* `defaultValue`,
///    each container builds its own value. A stored `static let` is shared by the whole process.
/// 2. Extend ``InjectedValues`` with a property that reads and writes through the key.
/// 3. Use the property: read it with ``Injected``, override it with `withInjected`.
///
/// ```swift
/// extension InjectedValues {
///   private enum RepositoryKey: InjectionKey {
///     static var defaultValue: any Repository { FileRepository() }
///   }
///   var repository: any Repository {
///     get { self[RepositoryKey.self] }
///     set { self[RepositoryKey.self] = newValue }
///   }
/// }
///
/// final class BasketService {
///   @Injected(\.repository) var repository
/// }
/// ```
///
/// A default may read other injected values while it is built. It is built once for all code that
/// sees the same overrides of what it read, and kept until the innermost scope that sets one of
/// these goes, or else as long as the container.
///
/// In a module whose default isolation is the main actor, keys and properties are isolated to that
/// actor. If other modules use them, write the isolation out, as below. Otherwise, other modules
/// can't see it, and building such a default elsewhere stops the process with a message. Before
/// macOS 26, iOS 26, tvOS 26, watchOS 26 and visionOS 26, the system can't tell, and it is built.
///
/// ```swift
/// extension InjectedValues {
///   @MainActor public var basketTitle: String {
///     get { self[BasketTitleKey.self] }
///     set { self[BasketTitleKey.self] = newValue }
///   }
/// }
///
/// @MainActor public enum BasketTitleKey: @MainActor InjectionKey {
///   public static var defaultValue: String { "Basket" }
/// }
/// ```
public protocol InjectionKey {
  /// The type of the value, which can be read on any thread.
  associatedtype Value: Sendable

  /// The value when nothing overrides the key.
  ///
  /// The first read calls it, on the thread of the read. What it reads there until it returns tells
  /// who shares the value; tasks, queues and threads that it starts are no part of it:
  /// <doc:UnderstandingLifetimes>. Prefer a computed property: see ``InjectionKey``.
  static var defaultValue: Value { get }

  /// The value when nothing overrides the key in a test.
  ///
  /// By default, the same as `defaultValue`.
  static var testValue: Value { get }

  /// The value when nothing overrides the key in a preview.
  ///
  /// By default, the same as `defaultValue`.
  static var previewValue: Value { get }

  /// How long a default is kept.
  ///
  /// By default, ``InjectionLifetime/scoped``.
  static var lifetime: InjectionLifetime { get }
}
