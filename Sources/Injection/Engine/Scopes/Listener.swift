/// Who is told of what a task reads: a build, or a recording, each with those around it.
package class Listener: @unchecked Sendable {
  // Unchecked because the class is not final.

  /// The nearest recording around.
  final let outerRecording: Recording?

  init(inside outer: Listener?) { outerRecording = outer?.recording }

  /// The nearest recording.
  var recording: Recording? { outerRecording }
  /// The innermost build, on any thread.
  var nearestBuild: Build? { nil }
  /// This, or the next one outwards that must be told of what this thread reads.
  var live: Listener? { self }
  /// Whether nothing must be told any more, on any thread.
  var isQuiet: Bool { false }

  /// The innermost build, if its code runs on this thread.
  @inline(never) package final var build: Build? {
    if let build = nearestBuild, build.hearsHere { build } else { nil }
  }

  /// Who watches reads in a container, from outside in.
  static func observers(_ container: Container?, _ listener: Listener?) -> [any ReadObserver] {
    var (observers, next): ([any ReadObserver], Recording?) = ([], listener?.recording)
    while let recording = next {
      observers.insert(recording.observer, at: 0)
      next = recording.outerRecording
    }
    return (container?.observer).map { [$0] + observers } ?? observers
  }
}

/// An observer of a part of what tasks read.
final class Recording: Listener, @unchecked Sendable {
  // Unchecked like its superclass.

  let observer: any ReadObserver
  private let outer: Listener?

  init(_ observer: any ReadObserver, inside outer: Listener?) {
    (self.observer, self.outer) = (observer, outer)
    super.init(inside: outer)
  }

  override var recording: Recording? { self }
  override var nearestBuild: Build? { outer?.nearestBuild }
}
