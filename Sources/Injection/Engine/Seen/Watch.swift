/// Who must be told of what is read in a place.
package final class Watch: Sendable {
  private let storedBuild: Build?
  /// Whether the build doesn't see the place, such as that of captured values which its code enters.
  let isElsewhere: Bool
  /// From the outermost on.
  package let observers: [any ReadObserver]
  /// Who must be told when the build is over.
  private let outer: Watch?

  init(
    _ build: Build? = nil,
    isElsewhere: Bool = false,
    observers: [any ReadObserver],
    inside outer: Watch? = nil
  ) {
    (storedBuild, self.isElsewhere) = (build, isElsewhere)
    (self.observers, self.outer) = (observers, outer)
  }

  /// The innermost build, while it runs.
  package var build: Build? { storedBuild?.isRunning == true ? storedBuild : nil }

  /// This, or the next one outwards if the build is over; `nil` if nothing must be told.
  var live: Watch? {
    var watch = self
    while let build = watch.storedBuild, !build.isRunning {
      guard let outer = watch.outer else { return nil }
      watch = outer
    }
    return watch
  }

  /// What a place must have that is entered or read here; `nil` if its own watch suffices.
  func added(to other: Watch?) -> Watch? {
    if self === other { return nil }
    let (build, otherBuild) = (build, other?.build)
    let isElsewhere = build != nil && build!.receiver !== otherBuild?.receiver
    let known = other?.observers ?? []
    let new = observers.filter { observer in !known.contains { $0 === observer } }
    if !isElsewhere && new.isEmpty { return nil }
    return Watch(
      isElsewhere ? build : otherBuild,
      isElsewhere: isElsewhere || other?.isElsewhere == true,
      observers: known + new,
      inside: other
    )
  }
}
