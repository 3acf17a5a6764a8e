package import Injection

extension Subject {
  /// Likely mix-ups: the reads that may have been meant for an override of this, which was never
  /// read.
  ///
  /// - Parameters:
  ///   - defaults: The reads that found defaults.
  ///   - wasReadOutside: Whether the process's default was read before.
  package func nearMisses(
    unreadBeside defaults: some Sequence<Subject>,
    wasReadOutside: Bool
  ) -> [String] {
    var seen: Set = [key.id]
    var hints: [String] = []
    for read in defaults.sorted(by: { $0.short < $1.short }) where seen.insert(read.key.id).inserted
    {
      if let hint = read.mixUp(setBy: self) {
        hints.append(hint)
      } else if read.key.valueType == key.valueType {
        hints.append(
          "\(read.name(beside: self)) has the same type of value, and its default was read"
        )
      }
    }
    if !wasReadOutside, let source = key.firstUse {
      hints.append(
        "\(short) was read outside of all test scopes meanwhile"
          + (source.isKnown ? ", at \(source)" : "")
          + ": detached tasks, queues and threads do not inherit one"
      )
    }
    return hints
  }
}
