// The engine, in a few words. Of its three folders, each refers to those that are named after it.
//
// **Reads.** How a read travels: `Injected` knows its home, and `Place.seen` the place that it sees
// (Seeing.swift). `Place.quickEntry` looks outwards from there (Finding.swift). Where that finds
// nothing, `Place.resolve` searches exactly, builds, and tells who watches (Resolving.swift).
//
// **Places.** A *place* is where code runs: a *scope*, which is what one `withInjected` said; or the
// *home* of what a build makes, which leads to a scope without holding it; or a *detour* to another
// place, such as that of captured values which a build enters. While its update closure runs, a scope
// is a draft. What is seen from a scope is its chain: the scope itself and those outwards. A scope has
// a *memory* of the defaults that were built from what it said; a *layer* is the scope without that. A
// *container* is a tree of scopes.
//
// A *build* is one run of a key's code. A place says whether a build or an observer must be told of a
// read: it has a *watch* then. A scope without one is *plain*, and served by the quick path. Where
// neither the current scope lies in the home nor the home in it, both are a *pair*, and what the
// current scopes say is opened once more inside the home.
//
// **Entries.** An *entry* is what a read finds: an override, or a default with the *record* of what it
// was built from. The record says which scope keeps the default.
//
// A draft finishes. A scope has ended when its `withInjected` has returned, and goes when nothing
// holds it. A build is over, and its home has arrived, when the value is there.
//
// Nothing holds itself. A scope holds its memory, and that holds entries. What was made in a build
// holds the build's home, and that only a layer, which leads to the memory until the scope goes. A
// scope that a build opens is held by what is made in it, and holds the build's home.

/// Where code runs, and where the objects that it makes are at home.
@usableFromInline
package class Place: @unchecked Sendable {
  // Unchecked because the class is not final.

  /// Whether this is a scope in which nothing must be told of reads.
  final let isPlain: Bool

  init(isPlain: Bool) { self.isPlain = isPlain }

  /// Where the scope lies that is seen from here.
  package var opening: Opening { fatalError("a subclass overrides it") }

  /// The scope's container, if that isn't the process's, and its depth.
  var containerAndDepth: (Container?, Int) { (opening.ownContainer, opening.depth) }

  /// The layer of that scope, made if needed; another one once the scope has gone.
  package func layer() -> Layer { fatalError("a subclass overrides it") }

  /// Who must be told of reads here, or who had to be.
  var storedWatch: Watch? { nil }

  /// Who must be told of reads here.
  package final var watch: Watch? { storedWatch?.live }

  /// Whether the process's values are seen from here, and nothing else.
  var leadsToProcess: Bool { false }

  // Faster than a cast.
  var asScope: Scope? { nil }

  /// The scope whose layer is that of this place, if it is held here.
  var nextScope: Scope? { asScope }

  /// This, if it is plain, without counting a reference.
  var unretainedIfPlain: Unretained<Scope>? { nil }

  /// This, if it is the home of a build that runs.
  var runningHome: Home? { nil }

  /// The home of the build whose code opens a scope here.
  var opener: Home? { nil }

  /// The home of an object that is made here; `nil` is the process's root.
  var asHome: Place? { self }

  /// The place outside of a scope that is opened here; `nil` is the process's root.
  var asOuter: Place? { leadsToProcess ? nil : self }

  /// A place that leads to the same scope and doesn't hold it; `nil` is the process's root.
  func unheld() -> Place? { self }

  // MARK: Quick paths

  /// What can be found without building or telling anything.
  ///
  /// It stays while the caller holds this place.
  func quickFind(_ key: KeyID) -> Unretained<Entry>? { nil }

  /// The same for what a scope keeps that this doesn't hold.
  func findKept(_ key: KeyID) -> Entry? { nil }

  /// Remembers what was found, for the quick path.
  func remember(_ entry: Entry) {}

  /// Which side a property sees here if its object has this home.
  func quickSide(of home: Place) -> Side { .unknown }

  /// The same in a plain scope, if this is the home.
  func quickSide(from current: Scope) -> Side { .unknown }

  // MARK: Drafts

  /// Whether this is a scope that still takes overrides.
  var isDraft: Bool { false }

  /// The same, if nothing relies on what it says.
  var takesOverrides: Bool { false }

  /// Whether this is a draft of captured values, which no line of code opens.
  var isDraftOfCaptured: Bool { false }

  func add(_ override: consuming Entry) { fatalError("a subclass overrides it") }

  /// Ends the draft. Returns the place for code, if that is another one.
  @discardableResult
  func finish() -> Place? {
    // Not a draft, but captured values that replace it: their scope doesn't end with the operation.
    Detour(to: self, WatchOfPlace(observers: [], inside: storedWatch))
  }

  /// The `withInjected` that opened the scope has returned.
  @usableFromInline package func didEnd() {}

  // MARK: The end

  /// Takes out the next place outwards, if this holds it.
  func takeOuter() -> Place? { nil }

}

// MARK: - Current

/// The value of the task-local.
//
// An own type: an optional class would cost a lookup of its metadata at each use.
@usableFromInline
enum Current: Sendable {
  /// The process's root, so that no shared reference is counted.
  case process
  /// In no scope, where tests run: what the running test has, or else the process's root.
  case runningTest
  case place(Place)

  @usableFromInline
  init(_ place: Place?) { self = place.map { .place($0) } ?? .process }

  /// `nil` is the process's root.
  fileprivate var place: Place? {
    switch self {
    case .process: nil
    case .place(let place): place
    case .runningTest: Issues.framework?.place
    }
  }
}

extension Place {
  @usableFromInline static let taskLocal = TaskLocal(
    wrappedValue: InjectionContext.isOfTests && Issues.framework != nil
      ? Current.runningTest : .process
  )

  /// Where the running task is; `nil` is the process's root.
  package static var current: Place? { taskLocal.get().place }

  /// The innermost build whose code runs here, transient values included.
  package static var currentBuild: Build? {
    guard let current, !current.isPlain else { return nil }
    return current.storedWatch?.build
  }

  /// The place of captured values, as it is entered here. What a build makes there doesn't hold the
  /// scope, since that may keep the build's value, unless the build has opened it.
  static func captured(_ place: Place?, from current: Place?) -> Place? {
    guard let place, let current, !current.isPlain, let build = current.watch?.build,
      place.opener?.build !== build.receiver
    else {
      return place
    }
    return place.unheld()
  }

  /// A place, with what must be told of reads that are made from here.
  static func watched(_ place: Place?, from current: Place?) -> Place? {
    guard let current, !current.isPlain, let watch = current.watch?.added(to: place?.storedWatch)
    else {
      return place
    }
    return Detour(to: place, watch)
  }
}

/// Runs an operation in a place.
@inlinable
package func enter<Result, Failure: Error>(
  _ place: Place?,
  _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  do {
    return try Place.taskLocal.withValue(Current(place)) { try operation() }
  } catch {
    // Cannot fail: only the operation throws.
    throw error as! Failure
  }
}

@inlinable
package func enter<Result, Failure: Error>(
  _ place: Place?,
  isolation: isolated (any Actor)?,
  _ operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  do {
    return try await Place.taskLocal.withValue(
      Current(place),
      operation: { try await operation() },
      isolation: isolation
    )
  } catch {
    // Cannot fail, as above.
    throw error as! Failure
  }
}

/// Runs the operation for which a scope was opened.
@inlinable
package func open<Result, Failure: Error>(
  _ place: Place?,
  _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  defer { place?.didEnd() }
  return try enter(place, operation)
}

@inlinable
package func open<Result, Failure: Error>(
  _ place: Place?,
  isolation: isolated (any Actor)?,
  _ operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  defer { place?.didEnd() }
  return try await enter(place, isolation: isolation, operation)
}

extension Optional where Wrapped == Place {
  /// `nil` is the process's root.
  package func layer() -> Layer { self?.layer() ?? ProcessRoot.layer }

  package var opening: Opening { self?.opening ?? ProcessRoot.layer.opening }
}
