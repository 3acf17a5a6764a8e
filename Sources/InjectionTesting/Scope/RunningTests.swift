import Injection

/// The tests of Swift Testing that are known to run, for issues of which no test is known.
enum RunningTests {
  private struct State: Sendable {
    /// The tests with a trait, in the order in which they began.
    var known: [(number: Int, name: String)] = []
    var count = 0
    /// The tests without a trait that were the last to begin to read values. Swift Testing tells
    /// only traits that a test ends.
    var bare: [String] = []
  }

  private static let state = Lock(State())

  /// A test with a trait begins. Returns its number.
  static func begin(_ name: String) -> Int {
    state.withLock { state in
      state.count += 1
      state.known.append((state.count, name))
      return state.count
    }
  }

  static func end(_ number: Int) {
    state.withLock { $0.known.removeAll { $0.number == number } }
  }

  /// A test without a trait reads its first value.
  static func beginBare(_ name: String) {
    state.withLock { state in
      state.bare.removeAll { $0 == name }
      state.bare = state.bare.suffix(limit - 1) + [name]
    }
  }

  /// The most names in a message.
  private static let limit = 5

  /// The tests that may have started the code that has an issue, or `nil` if none is known.
  static var note: String? {
    let (known, bare) = state.withLock { ($0.known.map(\.name), $0.bare) }
    var notes: [String] = []
    if !known.isEmpty {
      var names: [String] = []
      for name in known where !names.contains(name) { names.append(name) }
      let others = names.count - limit
      let list = names.prefix(limit).joined(separator: ", ")
      notes.append("While these tests ran: \(list)\(others > 0 ? " and \(others) others" : "").")
    }
    if !bare.isEmpty {
      notes.append("Tests without a trait that read values last: \(bare.joined(separator: ", ")).")
    }
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }
}
