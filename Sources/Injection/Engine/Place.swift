import Synchronization

// The engine, in six words.
//
// A *scope* is what one `withInjected` said, and a memory of what was built from that. Scopes nest;
// what is seen from a scope is the chain of scopes outwards. A *build* is one run of a key's code.
// It is current meanwhile, and the home of what is made there; when it is over, it leads to the
// scope that keeps the value. A *place* is either of them. A *layer* is what a scope said, without
// its memory. An *entry* is an override, or a default with the *record* of what it was built from.
//
// How a read travels: `Injected` knows its home, and `Place.seen` the place that it sees
// (Seeing.swift). `Place.find` walks outwards from there (Finding.swift). Where that finds nothing,
// `Place.resolve` looks again, tells those who must be told, and builds (Resolving.swift).
//
// Nothing holds itself: a scope holds the place outside, its overrides and its memory; a memory
// holds entries, and those hold builds, by what was made in them; builds that are over hold layers;
// layers hold layers outside, and overrides. None of these holds the scope.

/// Where code runs, and the home of the objects that it makes: a scope or a build.
@usableFromInline
package class Place: @unchecked Sendable {
  // Unchecked because the class is not final.

  /// Whether this is a scope in which reads need to tell nothing.
  final let isPlain: Bool

  init(isPlain: Bool) { self.isPlain = isPlain }

  /// The scope that is seen from here.
  package var scope: Scope { fatalError("a subclass has it") }

  /// The innermost place of a build on the way outwards; the build may be over.
  var buildPlace: BuildPlace? { fatalError("a subclass has it") }

  // Faster than casts.
  var asScope: Scope? { nil }
  var asBuildPlace: BuildPlace? { nil }

  /// Whether the process's values are seen from here, and nothing else.
  var leadsToProcess: Bool { false }

  // What plain scopes answer.

  /// What can be found without building or telling anything.
  ///
  /// It stays while the caller holds this place.
  func quickFind(_ key: KeyID) -> Unretained<Entry>? { nil }

  /// What a property sees here whose object has this home.
  func quickSight(of home: Place) -> Sight { .unknown }

  /// Takes an override, if this is a draft that nothing relies on.
  func take(_ override: Entry) -> Bool { false }

  /// An operation that ran here has ended.
  @usableFromInline func didEndOperation() {}

  /// The innermost build that runs: it is told what is read here.
  final var runningBuild: Build? {
    if isPlain { return nil }
    var next = buildPlace
    while let place = next {
      if let build = place.build { return build }
      next = place.scope.buildPlace
    }
    return nil
  }
}

// MARK: - Current

/// Where the running task is. `nil` is the process's root, so that no shared reference is counted.
//
// A structure, since each use of an optional class would look up metadata.
@usableFromInline
struct Current: Sendable {
  @usableFromInline let place: Place?

  @usableFromInline
  init(_ place: Place?) { self.place = place }
}

extension Place {
  @usableFromInline static let taskLocal = TaskLocal(wrappedValue: Current(nil))

  /// Where the running task is; `nil` is the process's root.
  package static var current: Place? { taskLocal.get().place }
}

/// Whether a running build or a recording must learn of reads that the quick path would serve.
enum Attention {
  private static let reasons = Atomic(0)

  // All relaxed: a task that is part of a build or a recording was started after it began.
  static var isNeeded: Bool { reasons.load(ordering: .relaxed) != 0 }
  static func begin() { reasons.add(1, ordering: .relaxed) }
  static func end() { reasons.subtract(1, ordering: .relaxed) }
}

extension TaskLocal {
  /// Runs an operation with a value, and throws its error with its type.
  @inlinable
  func bind<Result, Failure: Error>(
    _ value: consuming Value,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      return try withValue(value) { try operation() }
    } catch {
      // Cannot fail: only the operation throws.
      throw error as! Failure
    }
  }

  @inlinable
  func bind<Result, Failure: Error>(
    _ value: consuming Value,
    isolation: isolated (any Actor)?,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do {
      return try await withValue(value, operation: { try await operation() }, isolation: isolation)
    } catch {
      // Cannot fail, as above.
      throw error as! Failure
    }
  }
}

/// Runs an operation in a place.
@inlinable
package func enter<Result, Failure: Error>(
  _ place: Place?,
  _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  defer { place?.didEndOperation() }
  return try Place.taskLocal.bind(Current(place), operation)
}

@inlinable
package func enter<Result, Failure: Error>(
  _ place: Place?,
  isolation: isolated (any Actor)?,
  _ operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  defer { place?.didEndOperation() }
  return try await Place.taskLocal.bind(Current(place), isolation: isolation, operation)
}

extension Optional where Wrapped == Place {
  /// The scope that is seen from a place; `nil` is the process's root.
  var scope: Scope { self?.scope ?? ProcessRoot.current }
}
