import Synchronization

/// Who is told of what a task reads: a build, or a recording, each with the recordings around it.
///
/// A build hears what its own thread reads, and no other; a recording hears all that is read in its
/// scope.
package class Listener: @unchecked Sendable {
  // Unchecked because the class is not final.

  /// The nearest recording around.
  final let outerRecording: Recording?
  /// Who else is told, also when this is over. A build has one only if its value is transient.
  final let outer: Listener?
  /// That of a build; a recording is never over.
  final let storedPhase = Atomic(Build.Phase.begun.rawValue)

  init(inside around: Listener?, _ outer: Listener?) {
    (outerRecording, self.outer) = (around?.recording, outer)
  }

  // Acquiring: what is read after the end comes after what the end has changed, and who sees the
  // end finds the value.
  final var phase: Build.Phase { Build.Phase(rawValue: storedPhase.load(ordering: .acquiring))! }
  /// Whether the code has returned, or never runs.
  @inline(__always)
  final var isOver: Bool { phase >= Build.Phase.over }
  /// Whether nothing must be told any more, on any thread.
  final var isQuiet: Bool { isOver && outerRecording == nil && outer?.isQuiet != false }

  /// The nearest recording.
  @inline(never) final var recording: Recording? { self as? Recording ?? outerRecording }
  /// The innermost build, on any thread.
  var nearestBuild: Build? { outer?.nearestBuild }
  /// This, or the next one outwards that must be told of what this thread reads.
  var live: Listener? { self }

  /// The innermost build, if its code runs on this thread.
  @inline(never) package final var build: Build? {
    if let build = nearestBuild, build.hearsHere { build } else { nil }
  }

  /// Who watches reads in a container, from outside in.
  static func recordings(_ container: Container?, _ listener: Listener?) -> [Recording] {
    if container?.recording == nil, listener?.recording == nil { return [] }
    var (all, next): ([Recording], Recording?) = ([], listener?.recording)
    while let recording = next {
      all.append(recording)
      next = recording.outerRecording
    }
    if let recording = container?.recording { all.append(recording) }
    return all.reversed()
  }
}

/// An observer of a part of what tasks read.
package final class Recording: Listener, @unchecked Sendable {
  // Unchecked like its superclass.

  package let observer: any ReadObserver

  init(_ observer: any ReadObserver, inside outer: Listener?) {
    self.observer = observer
    super.init(inside: outer, outer)
  }
}
