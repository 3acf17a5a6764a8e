// The builds whose code asked for a build.

extension Build {
  /// The first match of the builds that need this one: itself, the one whose code asked for it, and
  /// so on.
  func firstAround(where isMatch: (Build) -> Bool) -> Build? {
    var next: Build? = self
    while let build = next, !isMatch(build) { next = build.parent }
    return next
  }

  /// Whether this is part of another build that runs, or is that itself: builds of one thread nest.
  @inline(never) func isPart(of other: Build) -> Bool { !other.isOver && other.thread == thread }

  /// The builds from another one on, of which this is part, up to this.
  func path(from other: Build) -> [Build] {
    var path: [Build] = []
    let found = firstAround { build in
      path.append(build)
      return build === other
    }
    // On the same thread, and the code between them asked from elsewhere.
    return found == nil ? [other, self] : path.reversed()
  }
}
