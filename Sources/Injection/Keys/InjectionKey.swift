/// A key for a value that can be injected: its type, and what it is when nothing overrides it.
///
/// 1. Define the key: a type of its own, which may be private. A *computed*
///    `defaultValue` lets every container build its own; a stored `static let` is the whole
///    process's.
/// 2. Extend ``InjectedValues`` with a property that reads and writes through the key.
/// 3. Use the property: annotate with ``Injected``, override with `withInjected`.
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
/// A default may read other injected values while it is built. It is built once, and kept by the
/// outermost scope that sees the same overrides of everything it read.
///
/// In a module whose default isolation is the main actor, keys and properties belong to that actor.
/// Write that down where other modules use them, since they do not see it otherwise, and a default
/// that is built elsewhere stops the process with a message:
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
  /// Called on the thread that reads first. Best a computed property: see ``InjectionKey``.
  static var defaultValue: Value { get }

  /// The value when nothing overrides the key in a test.
  ///
  /// `defaultValue` where a key does not say.
  static var testValue: Value { get }

  /// The value when nothing overrides the key in a preview.
  ///
  /// `defaultValue` where a key does not say.
  static var previewValue: Value { get }

  /// How long a default is kept; ``InjectionLifetime/scoped`` where a key does not say.
  static var lifetime: InjectionLifetime { get }
}
