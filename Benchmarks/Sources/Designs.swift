import Foundation

// Small and honest re-creations of designs that a user would otherwise take: what each must do for
// a read, and nothing else that its originals also do. None stands for one library in its details.

// MARK: - A mutable static, read through a stored key path

/// The design of the documents: each key holds its current value in a static variable, and the
/// wrapper keeps a key path, which it evaluates at every read. Whoever replaces a value replaces it
/// for all threads and tasks, and races with those that read.
enum KeyPathDesign {
  private protocol Key {
    associatedtype Value
    static var current: Value { get set }
  }

  // Unsafe, here and below: nothing keeps two threads apart. No row writes, so none races.
  private enum RepositoryKey: @unsafe Key {
    nonisolated(unsafe) static var current: any Repository = FileRepository()
  }

  struct Values {
    private nonisolated(unsafe) static var current = Values()

    fileprivate static subscript<Value>(path: WritableKeyPath<Values, Value>) -> Value {
      get { unsafe current[keyPath: path] }
      set { unsafe current[keyPath: path] = newValue }
    }

    private static subscript<K: Key>(key: K.Type) -> K.Value {
      get { key.current }
      set { key.current = newValue }
    }

    var repository: any Repository {
      get { unsafe Self[RepositoryKey.self] }
      set { unsafe Self[RepositoryKey.self] = newValue }
    }
  }

  @propertyWrapper
  struct Wrapper<Value> {
    private let path: WritableKeyPath<Values, Value>

    init(_ path: WritableKeyPath<Values, Value>) { self.path = path }

    var wrappedValue: Value {
      get { Values[path] }
      set { Values[path] = newValue }
    }
  }

  final class Client {
    @Wrapper(\.repository) var repository

    @inline(never)
    func use() { sink(repository) }
  }
}

// MARK: - A dictionary behind a recursive lock

/// The container: types are registered with factories, resolved values are kept in a dictionary,
/// and one lock guards all. It must be recursive, since a factory resolves what it needs from the
/// container.
final class LockedContainer: @unchecked Sendable {
  // Unchecked: the lock guards both dictionaries.
  static let shared = LockedContainer()

  private let lock = NSRecursiveLock()
  private var factories: [ObjectIdentifier: (LockedContainer) -> Any] = [:]
  private var kept: [ObjectIdentifier: Any] = [:]

  func register<Value>(_ type: Value.Type, _ factory: @escaping (LockedContainer) -> Value) {
    lock.withLock { factories[ObjectIdentifier(type)] = factory }
  }

  func resolve<Value>(_ type: Value.Type) -> Value {
    lock.withLock {
      let id = ObjectIdentifier(type)
      if let value = kept[id] { return value as! Value }
      guard let factory = factories[id] else { preconditionFailure("\(type) must be registered") }
      let value = factory(self)
      kept[id] = value
      return value as! Value
    }
  }

  @propertyWrapper
  struct Wrapper<Value> {
    var wrappedValue: Value { LockedContainer.shared.resolve(Value.self) }
  }

  final class Client {
    @Wrapper var repository: any Repository

    init() { LockedContainer.shared.register((any Repository).self) { _ in FileRepository() } }

    @inline(never)
    func use() { sink(repository) }
  }
}

// MARK: - Two dictionaries merged on every read, and pushed

/// The values are a dictionary in a task-local. A wrapper captures those that are current when its
/// object is made; a read merges the two and pushes the result, so that what the read builds sees
/// it.
enum MergedDesign {
  private protocol Key {
    associatedtype Value: Sendable
    static var defaultValue: Value { get }
  }

  private enum RepositoryKey: Key {
    static let defaultValue: any Repository = FileRepository()
  }

  struct Values: Sendable {
    @TaskLocal static var current = Values()

    private var overrides: [ObjectIdentifier: any Sendable] = [:]

    fileprivate mutating func override(_ key: Any.Type) {
      overrides[ObjectIdentifier(key)] = 2
    }

    fileprivate func merging(_ other: Values) -> Values {
      var merged = self
      merged.overrides.merge(other.overrides) { $1 }
      return merged
    }

    private subscript<K: Key>(key: K.Type) -> K.Value {
      get { overrides[ObjectIdentifier(key)].map { $0 as! K.Value } ?? key.defaultValue }
      set { overrides[ObjectIdentifier(key)] = newValue }
    }

    var repository: any Repository {
      get { self[RepositoryKey.self] }
      set { self[RepositoryKey.self] = newValue }
    }
  }

  @propertyWrapper
  struct Wrapper<Value> {
    private let path: KeyPath<Values, Value>
    private let captured = Values.current

    init(_ path: KeyPath<Values, Value>) { self.path = path }

    var wrappedValue: Value {
      Values.$current.withValue(captured.merging(Values.current)) {
        Values.current[keyPath: path]
      }
    }
  }

  final class Client {
    @Wrapper(\.repository) var repository

    @inline(never)
    func use() { sink(repository) }
  }

  /// Runs `operation` with one value overridden, and so many others.
  static func withRepository(
    _ repository: any Repository,
    others: Int = 0,
    _ operation: () -> Void
  ) {
    var values = Values.current
    values.repository = repository
    for number in 0..<others { values.override(KeyFamily.key(number)) }
    Values.$current.withValue(values, operation: operation)
  }
}

// MARK: - Resolve at init

/// An object asks a container once, when it is made, and stores what it got. A read is one of a
/// stored property, and never sees what is replaced later; making the object pays for all its
/// properties.
final class ResolvingClient {
  let repository = LockedContainer.shared.resolve((any Repository).self)

  @inline(never)
  func use() { sink(repository) }
}

final class FiveResolvingClient {
  let repository = LockedContainer.shared.resolve((any Repository).self)
  let archive = LockedContainer.shared.resolve((any Repository).self)
  let cache = LockedContainer.shared.resolve((any Repository).self)
  let log = LockedContainer.shared.resolve((any Repository).self)
  let mail = LockedContainer.shared.resolve((any Repository).self)

  /// Makes one and drops it.
  @inline(never)
  static func make() { sink(FiveResolvingClient()) }
}
