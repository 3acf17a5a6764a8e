public import Injection
import InjectionMacros
import Synchronization

// Keys for most tests. A test that needs other code, a key that no other test reads, or a key with
// two properties declares its own: messages name a key by the first property that used it.

// MARK: - Plain values

extension InjectedValues {
  @Injectable public var number: Int = 1
  /// A value that no other key here reads.
  @Injectable public var other: Int = 0
  @Injectable public var text: String = "default"
  @Injectable public var maybe: String? = "default"
  @Injectable public var first: String = "-"
  @Injectable public var second: String = "-"
  @Injectable public var config: Config = Config()
}

/// A value with members.
public struct Config: Sendable, Equatable {
  public var timeout = 30
  public var retries = 3
}

// MARK: - Values that are built from others

extension InjectedValues {
  @Injectable public var double: Int = InjectedValues.current.number * 2
  @Injectable public var quadruple: Int = InjectedValues.current.double * 2
  /// The number of times that its container has built it.
  @Injectable public var buildCount: Int = InjectedValues.current.builds.next()
  @Injectable(lifetime: .singleton) public var builds: BuildCounter = BuildCounter()
}

/// Counts the builds of a container.
public final class BuildCounter: Sendable {
  private let builds = Atomic(0)
  public init() {}
  public var count: Int { builds.load(ordering: .relaxed) }
  public func next() -> Int { builds.add(1, ordering: .relaxed).newValue }
}

// MARK: - Objects

/// Reads `\.number` while it is built, and again through `late`.
public final class Service: Sendable {
  public let number: Int
  public let late = Injected(\.number)
  public init(number: Int = InjectedValues.current.number) { self.number = number }
}

/// An object with injected properties.
public struct Holder: Sendable {
  @Injected(\.number) public var number
  @Injected(\.first) public var first
  @Injected(\.maybe) public var maybe
  public init() {}
}

extension InjectedValues {
  @Injectable public var service: Service = Service()
  @Injectable(lifetime: .singleton) public var singleton: Service = Service()
  @Injectable(lifetime: .transient) public var transient: Service = Service()
  @Injectable(lifetime: .weak) public var weakService: Service = Service()
  /// Unimplemented in tests.
  @Injectable(test: unimplemented(placeholder: 0)) public var missing: Int = 1
}
