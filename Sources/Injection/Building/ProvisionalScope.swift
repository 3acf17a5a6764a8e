import Synchronization

/// The current scope while a default is built, and the home of the objects made meanwhile (R8).
///
/// It has no entries. While the build runs, it looks through to the scope that asked, and the build
/// notes what is read. When the build is over, it stands for the scope that keeps the value.
final class ProvisionalScope: Scope, @unchecked Sendable {
  // Unchecked like its superclass; it adds immutable properties only.
  let build: Build

  /// What this scope shows instead of what another one of the build shows; see `seeing(_:home:)`.
  private let other: (view: Scope, home: Scope, of: ProvisionalScope)?

  init(_ build: Build, container: Container?, place: SourcePlace) {
    self.build = build
    self.other = nil
    super.init(parent: nil, container: container, place: place)
  }

  /// A scope of the same build that shows `view`, for a read by an object that has its home elsewhere.
  func seeing(_ view: Scope, home: Scope) -> ProvisionalScope {
    ProvisionalScope(view, home: home, of: self)
  }

  private init(_ view: Scope, home: Scope, of scope: ProvisionalScope) {
    self.build = scope.build
    self.other = (view, home, scope)
    super.init(parent: nil, container: view.sharedContainer, place: scope.place)
  }

  /// `nil` when the build is over.
  private var view: Scope? { build.view.map { other?.view ?? $0 } }

  override var outer: Scope? { view?.resolved ?? resolved.outer }

  override var resolved: Scope {
    if let destination { return destination.resolved }
    // One that shows another view ends with its build too, but nobody told it.
    if let other, build.view == nil { return other.view.resolved }
    return self
  }

  /// Where this scope leads, once the build is over.
  private var destination: Scope? {
    // Safe: retained until this scope goes. Acquiring: what was done before `lead(to:)` is seen.
    unsafe leadsTo.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Makes this scope lead to another one. Called once.
  func lead(to destination: Scope) {
    // Releasing: who sees the destination sees what the build did before.
    unsafe leadsTo.store(Unmanaged.passRetained(destination), ordering: .releasing)
  }

  deinit {
    // Relaxed: nobody else is left.
    unsafe leadsTo.load(ordering: .relaxed)?.release()
  }

  /// Whether this scope may lead to another one than the process's root, when the build is over.
  var mayStayElsewhere: Bool {
    !container.isRehearsal && outwards.contains { $0 !== Scope.process && !$0.isProvisional }
  }

  override func note(_ reads: [Dependency]) {
    guard let other else { return build.note(reads) }
    let home = Dependency.Home(other.home)
    other.of.note(reads.map { .seen(home: home, $0) })
  }

  override func resolve(_ read: Read) -> Resolution {
    // The build may end at any time on its own thread; then the read is a late one.
    guard let view else { return resolved.resolve(read) }
    // A transient value belongs to whoever asked, and that is this build.
    let isTransient = read.facts.lifetime == .transient && view.find(read.id) == nil
    let resolution = isTransient ? buildTransient(read) : view.resolve(read)
    note(resolution.reads)
    return resolution
  }
}

extension Scope {
  /// Whether this is a `ProvisionalScope`: a comparison of two addresses, where `is` calls the runtime.
  var isProvisional: Bool { type(of: self) == ProvisionalScope.self }

  /// The running builds that this scope is part of, from the inside out.
  var runningBuilds: [Build] { outwards.compactMap { ($0 as? ProvisionalScope)?.build } }
}
