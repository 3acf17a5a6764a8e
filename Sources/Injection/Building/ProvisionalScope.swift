import Synchronization

/// The current scope while a default is built, and the home of the objects made meanwhile (R8).
///
/// It has no entries. While the build runs, it looks through to the scope that asked, and the build
/// notes what is read. When the build is over, it stands for the scope that keeps the value.
final class ProvisionalScope: Scope, @unchecked Sendable {
  // Unchecked like its superclass; it adds immutable properties only.
  let build: Build

  /// What this scope shows instead of the build's own view; see `seeing(_:)`.
  private let otherView: Scope?

  init(_ build: Build, container: Container?, place: SourcePlace, otherView: Scope? = nil) {
    self.build = build
    self.otherView = otherView
    super.init(parent: nil, container: container, place: place)
  }

  /// A scope of the same build that shows `view`, for a read by an object whose home lies elsewhere.
  func seeing(_ view: Scope) -> ProvisionalScope {
    ProvisionalScope(build, container: view.sharedContainer, place: place, otherView: view)
  }

  /// `nil` when the build is over.
  private var view: Scope? { build.view.map { otherView ?? $0 } }

  override var outer: Scope? { view?.resolved ?? resolved.outer }

  override var resolved: Scope {
    if let destination { return destination.resolved }
    // One that shows another view ends with its build too, but nobody told it.
    if let otherView, build.view == nil { return otherView.resolved }
    return self
  }

  /// Where this scope leads, once the build is over.
  private var destination: Scope? {
    // Safe: retained until this scope goes. Acquiring: what was done before `lead(to:)` is seen.
    unsafe leadsTo.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Makes this scope lead to another one. Called once.
  func lead(to destination: Scope) {
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

  override func noteReads(_ entries: [Entry]) { build.note(entries) }

  override func resolve<Key: InjectionKey>(_ key: Key.Type, _ read: Read) -> Resolution<Key.Value> {
    // The build may end at any time on its own thread; then the read is a late one.
    guard let view else { return resolved.resolve(key, read) }
    // A transient value belongs to whoever asked, and that is this build.
    let isTransient = Key.lifetime == .transient && view.find(read.id) == nil
    let resolution = isTransient ? buildTransient(key, read) : view.resolve(key, read)
    build.note(resolution.reads)
    if otherView != nil, let own = build.view {
      // Where this build's value is valid, its own view must go on seeing what it sees of these keys:
      // an override there might come before the one that was found elsewhere.
      build.note(own.counterparts(of: resolution.reads))
    }
    return resolution
  }
}
