package import Synchronization

// The engine, in a few words.
//
// A *scope* is what one `withInjected` said, and a *memory* of the defaults that were built from
// that. While its update closure runs, it is a *draft*. What is seen from a scope is its *chain*:
// the scope itself and those outwards.
//
// A *place* is where code runs: a scope, or an *indirect place*, which leads to a scope without
// holding it. A *build* is one run of a key's code. Its place leads to the scope that asked, and after
// the build to the scope that keeps the value. The place in which an object is made is its *home*.
//
// An *entry* is what a read finds: an override, or a default with the *record* of what it was built
// from. A scope is *plain* if reads in it need not be noted, so that the quick path can serve them.
//
// A *layer* is what a scope said, and where that lies. While something holds the scope, its layer
// finds the memory, and makes the scope again from both: another instance of the same scope.
// Afterwards it makes one that says the same and has a memory of its own.
//
// Where neither the current scope lies in the home nor the home in it, the current one is
// *reopened* inside the home: a scope that says the same once more. A *meeting* is what two scopes
// remember of that.
//
// How a read travels: `Injected` knows its home, and `Place.seen` the place that it sees
// (Seeing.swift). `Place.quickEntry` looks outwards from there (Finding.swift). Where that finds
// nothing, `Place.resolve` searches exactly, builds, and notes the read (Resolving.swift).
//
// Nothing holds itself. A scope holds its memory, and that holds entries. What was made in a build
// holds the build's place, and that only the layer of the scope that keeps the value. The code of a
// build that opens a scope sees an indirect place, too: the memory that keeps the value also holds
// the scope.

/// Where code runs, and the home of the objects that it makes.
@usableFromInline
package class Place: @unchecked Sendable {
  // Unchecked because the class is not final.

  /// Whether this is a scope in which reads need not be noted.
  final let isPlain: Bool

  init(isPlain: Bool) { self.isPlain = isPlain }

  /// The scope that is seen from here.
  package var scope: Scope { fatalError("a subclass overrides it") }

  /// This, if it is indirect, or the nearest indirect place outwards.
  var indirectPlace: IndirectPlace? { fatalError("a subclass overrides it") }

  /// The next place outwards, if this holds it.
  var heldPlace: Place? { nil }

  // Faster than casts.
  var asScope: Scope? { nil }
  var asIndirectPlace: IndirectPlace? { nil }

  /// Whether the process's values are seen from here, and nothing else.
  var leadsToProcess: Bool { false }

  /// What can be found without building or telling anything.
  ///
  /// It stays while the caller holds this place.
  func quickFind(_ key: KeyID) -> Unretained<Entry>? { nil }

  /// What a property sees here if its object has this home.
  func quickSight(of home: Place) -> Sight { .unknown }

  /// The same in a plain scope, if this is the home.
  func quickSight(from current: Scope) -> Sight { .unknown }

  /// Whether this is a draft that nothing relies on.
  var takesOverrides: Bool { false }

  /// Whether this is a draft of captured values, which no line of code opens.
  var isDraftOfCaptured: Bool { false }

  func add(_ override: consuming Entry) { fatalError("a subclass overrides it") }

  /// Ends the draft, if this is one. Returns the place for code, if that is another one.
  @discardableResult
  func finish() -> Place? { nil }

  /// An operation that ran here has ended.
  @usableFromInline func didEndOperation() {}

  /// The build whose place this is, while it runs.
  var build: Build? { nil }

  /// The innermost build that runs here: it is told what is read.
  final var runningBuild: Build? {
    if isPlain { return nil }
    if let build { return build }
    var next = indirectPlace
    while let place = next {
      if let build = place.build { return build }
      next = place.outerIndirectPlace
    }
    return nil
  }
}

// MARK: - Current

/// The value of the task-local. `nil` is the process's root, so that no shared reference is counted.
//
// A structure: an optional class would cost a lookup of its metadata at each use.
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
package enum Attention {
  // All relaxed: a task that is part of a build or a recording was started after it began.
  //
  // Builds are counted under their lock.
  static let builds = Atomic(0)
  package static let recordings = Atomic(0)

  static var isNeeded: Bool {
    builds.load(ordering: .relaxed) != 0 || recordings.load(ordering: .relaxed) != 0
  }
}

extension TaskLocal {
  /// Runs an operation with a value, and throws its error with its type.
  @inlinable
  package func bind<Result, Failure: Error>(
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
  package func bind<Result, Failure: Error>(
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
