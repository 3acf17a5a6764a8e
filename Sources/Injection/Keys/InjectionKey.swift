/// A key for a value that can be injected: its type, and what it is when nothing overrides it.
///
/// 1. Define the key: a type of its own, which nobody else needs to see. A *computed* `defaultValue`
///    lets every container build its own; a stored `static let` is the whole process's.
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
public protocol InjectionKey {
  /// The type of the value. It can be read on any thread, so it is `Sendable`.
  associatedtype Value: Sendable

  /// The value when nothing overrides the key. Called on the thread that reads first.
  static var defaultValue: Value { get }

  /// The value when nothing overrides the key in a test; `defaultValue` where a key does not say.
  static var testValue: Value { get }

  /// The value when nothing overrides the key in a preview; `defaultValue` where a key does not say.
  static var previewValue: Value { get }

  /// How long a built default is kept; ``InjectionLifetime/scoped`` where a key does not say.
  static var lifetime: InjectionLifetime { get }
}
