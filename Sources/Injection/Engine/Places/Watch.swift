/// Who must be told of what is read in a place: a build, observers, or both.
package class Watch: @unchecked Sendable {
  // Unchecked because the class is not final.

  /// Who must be told when the build is over.
  final let outer: Watch?
  /// The nearest one outwards that has observers.
  private final let outerObserving: Unretained<WatchOfPlace>?

  init(inside outer: Watch?) {
    self.outer = outer
    outerObserving = outer?.observing
  }

  /// This, or the nearest one outwards that has observers.
  var observing: Unretained<WatchOfPlace>? { outerObserving }

  /// From the outermost on.
  package final var observers: [any ReadObserver] { observing?.use(\.ownObservers) ?? [] }

  /// The innermost build, while it runs.
  package var build: Build? { nil }

  /// Whether the build doesn't see the place, such as that of captured values which its code enters.
  var isElsewhere: Bool { false }

  /// Whether the build is over, if this tells one.
  var isOver: Bool { false }

  /// This, or the next one outwards whose build isn't over.
  private final var running: Watch? {
    var next: Watch? = self
    while let watch = next, watch.isOver { next = watch.outer }
    return next
  }

  /// Whether nothing must be told any more, on any thread.
  final var isQuiet: Bool { running == nil }

  /// This, or the next one outwards if the build is over; `nil` if nothing must be told.
  final var live: Watch? {
    if !isOver { return self }
    let next = running
    // A build outside is told of what its own code reads here, not of what another thread does.
    guard let build = next?.build, Place.currentBuild?.isPart(of: build) != true else {
      return next
    }
    return next!.observing?.object
  }

  /// What a place must have that is entered or read here; `nil` if its own watch suffices.
  ///
  /// - Parameter place: The watch of the place.
  final func added(to place: Watch?) -> Watch? {
    if self === place { return nil }
    let other = place?.live
    let (build, otherBuild) = (build, other?.build)
    let isElsewhere = build != nil && build!.receiver !== otherBuild?.receiver
    let known = other?.observers ?? []
    let new = observers.filter { observer in !known.contains { $0 === observer } }
    // Where a build is over, this task says whose code reads there.
    let isSaid = place?.isOver == true && otherBuild != nil
    if !isElsewhere && !isSaid && new.isEmpty { return nil }
    return WatchOfPlace(
      isElsewhere ? build : otherBuild,
      isElsewhere: isElsewhere || other?.isElsewhere == true,
      observers: known + new,
      inside: other
    )
  }
}

/// The watch of a place to which a build's code makes a detour, of a recording, or of a container.
final class WatchOfPlace: Watch, @unchecked Sendable {
  // Unchecked like its superclass.

  private let storedBuild: Build?
  private let storedIsElsewhere: Bool
  fileprivate let ownObservers: [any ReadObserver]

  init(
    _ build: Build? = nil,
    isElsewhere: Bool = false,
    observers: [any ReadObserver],
    inside outer: Watch? = nil
  ) {
    (storedBuild, storedIsElsewhere, ownObservers) = (build, isElsewhere, observers)
    super.init(inside: outer)
  }

  override var observing: Unretained<WatchOfPlace>? {
    // Safe: who uses it holds this, directly or through those inside.
    ownObservers.isEmpty ? super.observing : unsafe Unretained(self)
  }
  package override var build: Build? { storedBuild?.build }
  override var isElsewhere: Bool { storedIsElsewhere }
  override var isOver: Bool { storedBuild?.isOver == true }
}
