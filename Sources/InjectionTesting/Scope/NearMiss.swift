import Injection
import InjectionInspection

extension TrackedOverrides.Override {
  /// Likely mix-ups: the reads that may have been meant for this override, which was never read.
  ///
  /// - Parameter defaults: The test's reads that found defaults.
  func nearMisses(in defaults: some Sequence<Subject>) -> [String] {
    var seen: Set = [subject.key.id]
    var hints: [String] = []
    for read in defaults.sorted(by: { $0.short < $1.short }) where seen.insert(read.key.id).inserted
    {
      if let hint = read.mixUp(setBy: subject) {
        hints.append(hint)
      } else if read.key.valueType == subject.key.valueType {
        hints.append(
          "\(read.name(beside: subject)) has the same type of value, and its default was read"
        )
      }
    }
    if !wasReadOutside, let source = subject.key.firstUse {
      hints.append(
        "\(subject.short) was read outside of all test scopes meanwhile"
          + (source.isKnown ? ", at \(source)" : "")
          + ": detached tasks, queues and threads do not inherit one"
      )
    }
    return hints
  }
}
