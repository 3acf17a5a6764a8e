public import Synchronization

// The engine, in a dozen words.
//
// - An *override* is a value, or code, that replaces what a key has by itself: its *default*.
// - A *level* is what one call of `withInjected` said: its overrides, and the view that it was
//   opened in. There are two kinds. A *scope* is a level that remembers and keeps: tasks, captured
//   values, and objects that were made in it hold it. A *layer* is the same level for those who must
//   not hold a memory: what a scope keeps.
// - A *build* is one run of a key's code; its *record* says what was read meanwhile. While it runs,
//   it keeps what stands on the layers that were opened in it.
// - The *home* of an object is what was current when it was made: a scope, or while a build runs a
//   `Home`. That leads to the build, and when the build is over, to what the value stands on.
// - A *viewpoint* is where levels are seen from: a scope, a layer or a `Home`. A layer is never
//   current itself: a `Home` leads to it.
// - A *view* is a viewpoint and, behind it, the home of the object that reads.
// - The *keeper* of a default is the youngest level that it stands on: its *memory* has the value.
//   That is a table of what every read in it may use (`found`), and a list of what is valid in some
//   views only (`Memory`).
//
// Besides: the *number* of a level says when it was first held: the greater, the younger. What is
// *bare* holds layers where it would hold scopes. What is *settled* is seen without running builds.
// A *plain* scope has nothing but plain scopes outside: with them it is a *chain*. The *opener* of
// a level is the build that it was opened in. A *pinned* default is for one view only. A *draft*
// still takes changes.
//
// A read goes from a property (`Injected.swift`) to what it sees (`Viewpoint+Current.swift`), to the
// values (`InjectedValues.swift`), and to what is remembered (`QuickRead.swift`). Where nothing is,
// `Resolve.swift` tells the rest: it asks the levels of the view (`Search`), and if they have
// nothing, starts a build (`Building.swift`).
//
// Nothing that a memory keeps leads back to that memory, so nothing holds itself: it leads to older
// things alone, which hold their scopes weakly. A scope holds its memory, what it was opened in, and
// its overrides. Its memory holds defaults, and those the defaults that they were built from. The
// homes of their values lead to layers, by way of ended builds and other homes; a layer leads to
// layers and to overrides, which were there before it. (The process's root has no layer: it is never
// freed.) A running build holds scopes and what it keeps: it is cut when it is over (`Build.end`).
// Where a scope has gone, a `Home` keeps what is built through it alone: it has a memory of its own,
// and what leads to layers does not lead to that `Home`. The exception is the program's: what code
// has from outside of its build, or stores later, may hold a scope.

/// What can be current, and what a wrapper holds as its home.
@usableFromInline
@safe
package class Viewpoint: Rememberer, @unchecked Sendable {
  // Unchecked because the class is not final. Its properties are immutable, atomic or guarded by a
  // lock.

  /// What reads find here at once: an override, or a default that is valid here. Of a view of two,
  /// the name says which the other one is: see `ScopeView.name`. Empty but in scopes.
  @usableFromInline final let found = NameTable<Entry>()

  /// The key whose override is stored in a `ValueScope` itself; none elsewhere.
  // Atomic, since that needs no check of exclusive access. Relaxed: only written while the scope is
  // a draft, which nobody else sees.
  @usableFromInline final let ownKey: Atomic<UInt>

  /// The container; `nil` is the process's.
  package final let sharedContainer: Container?

  /// Where the scope was opened.
  package final let place: SourcePlace

  /// Who sees what is read here; `nil` where nobody asked.
  package final let observation: Observers?

  /// The number of the level, or of the one level that a home leads to; zero where it has none yet.
  final let storedNumber: Atomic<UInt>

  init(
    container: Container?,
    place: SourcePlace = .unknown,
    observation: Observers?,
    number: UInt = 0,
    ownKey: KeyID = .none
  ) {
    self.sharedContainer = container
    self.place = place
    self.observation = observation
    self.storedNumber = Atomic(number)
    self.ownKey = Atomic(ownKey.bits)
  }

  /// The level that this is: of a layer whose scope lives, that scope. `nil` of a home.
  var level: Level? { nil }

  /// What is seen besides: what a level was opened in, or where a home leads; `nil` of a root.
  var outside: ScopeView? { fatalError("a subclass has it") }

  /// The innermost build that runs and is told what is read here.
  var build: Build? { nil }

  /// The innermost build that runs here, also of a transient value.
  var innermostBuild: Build? { build }

  /// Whether this has the number, or a scope within so many plain steps outwards.
  func isOrLeads(to number: UInt, within steps: Int) -> Bool {
    number != 0 && endedNumber == number
  }

  /// The running build that what is opened here belongs to.
  var runningOpener: Build? { nil }

  /// Whether this is the process's root, or leads there.
  var isProcess: Bool { knownNumber == Viewpoint.processNumber }

  /// Whether this is a plain scope.
  var isPlain: Bool { false }

  /// Whether this leads to a build that runs. Then it has no number yet.
  var isRunning: Bool { false }

  /// This, if it is a scope.
  var asScope: Scope? { nil }

  /// Adds an override to this draft, or replaces the one of the same key. Returns `false` where
  /// something may rely already on what the draft overrides.
  func take(_ override: Entry, _ declaration: SourcePlace) -> Bool { false }

  /// Whether a getter was answered with the value that a write through a key path is about to set
  /// in this, a draft.
  var wasPendingRead: Bool { false }

  /// How far a quick read looks for a home's number.
  static let quickSteps = 8

  /// What was remembered here by a name.
  func known(_ name: Name) -> Entry? { nil }

  /// What a read finds here of a key without building or telling anything.
  func quickEntry(_ id: KeyID) -> Entry? { nil }

  /// Says that somebody holds this from now on. Then a scope gets its number, which is its age.
  func hold() {}

  /// What is seen from here, without builds that run.
  var settled: ScopeView { ScopeView(self) }

  /// Who keeps the defaults of a level that is seen from here and whose scope has gone: this, or the
  /// home through which the level is seen.
  func holder(of level: Level) -> Rememberer { self }

  /// Whether this is the home of a running build, or sees a level that was opened in it.
  func isPart(of build: Build) -> Bool { levels.contains { $0.isInside(build) } }

  /// What somebody who is kept may hold of this: layers instead of scopes.
  var bare: Viewpoint { self }

  /// The same for the home of a transient value that a build asked for: a home of its own, that
  /// holds no memory of others and may have one. This, where a build still runs.
  var bareHome: Viewpoint { self }

  /// The level that keeps what is found here and stands on nothing younger.
  var keeper: Level { fatalError("a subclass says which") }

  /// The scope whose memory has what is found here; `nil` where that has gone.
  var rememberingScope: Scope? { nil }

  /// The number of the process's root, and of homes that lead to it.
  @usableFromInline static let processNumber: UInt = 1
  private static let lastNumber = Atomic<UInt>(processNumber)
  static func nextNumber() -> UInt { lastNumber.add(1, ordering: .relaxed).newValue }
}

extension Viewpoint {
  /// This, if it is a plain scope.
  final var plainScope: Scope? { isPlain ? asScope : nil }

  /// Whether a home with this number is part of what is seen here.
  final func sees(_ number: UInt) -> Bool {
    isOrLeads(to: number, within: .max) || (!isPlain && ScopeView(self).sees(number))
  }

  /// The key whose override is stored in the scope itself.
  @inlinable final var ownID: KeyID { KeyID(bits: ownKey.load(ordering: .relaxed)) }

  package final var levels: [Level] { ScopeView(self).levels }

  /// The number that this has already. Relaxed: only the number counts.
  @usableFromInline final var knownNumber: UInt { storedNumber.load(ordering: .relaxed) }

  /// The same, or the one that a home gets when its build has ended, which is now where nobody has
  /// asked for it yet.
  final var endedNumber: UInt {
    if knownNumber == 0 { _ = isRunning }
    return knownNumber
  }

  /// Its age among those that are remembered. A scope without a number is held by nobody else, and
  /// so is the youngest.
  final var age: UInt {
    let known = keeper.knownNumber
    return known == 0 ? .max : known
  }
}
