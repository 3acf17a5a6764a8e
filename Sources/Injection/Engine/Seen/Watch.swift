/// Who must be told of what is read in a place: a build, observers, or both.
package class Watch: @unchecked Sendable {
  // Unchecked because the class is not final.

  /// From the outermost on.
  package final let observers: [any ReadObserver]
  /// Who must be told when the build is over.
  final let outer: Watch?

  init(observers: [any ReadObserver], inside outer: Watch? = nil) {
    (self.observers, self.outer) = (observers, outer)
  }

  /// The innermost build, while it runs.
  package var build: Build? { nil }

  /// Whether the build doesn't see the place, such as that of captured values which its code enters.
  var isElsewhere: Bool { false }

  /// Whether the build is over, if this tells one.
  var isOver: Bool { false }

  /// This, or the next one outwards if the build is over; `nil` if nothing must be told.
  final var live: Watch? {
    var watch = self
    while watch.isOver {
      guard let outer = watch.outer else { return nil }
      watch = outer
    }
    return watch
  }

  /// What a place must have that is entered or read here; `nil` if its own watch suffices.
  final func added(to other: Watch?) -> Watch? {
    if self === other { return nil }
    let (build, otherBuild) = (build, other?.build)
    let isElsewhere = build != nil && build!.receiver !== otherBuild?.receiver
    let known = other?.observers ?? []
    let new = observers.filter { observer in !known.contains { $0 === observer } }
    if !isElsewhere && new.isEmpty { return nil }
    return WatchOfDetour(
      isElsewhere ? build : otherBuild,
      isElsewhere: isElsewhere || other?.isElsewhere == true,
      observers: known + new,
      inside: other
    )
  }
}

/// The watch of a place to which a build's code makes a detour, or of a recording.
final class WatchOfDetour: Watch, @unchecked Sendable {
  // Unchecked like its superclass.

  private let storedBuild: Build?
  private let storedIsElsewhere: Bool

  init(
    _ build: Build?,
    isElsewhere: Bool,
    observers: [any ReadObserver],
    inside outer: Watch?
  ) {
    (storedBuild, storedIsElsewhere) = (build, isElsewhere)
    super.init(observers: observers, inside: outer)
  }

  override var build: Build? { storedBuild?.build }
  override var isElsewhere: Bool { storedIsElsewhere }
  override var isOver: Bool { storedBuild?.isOver == true }
}
