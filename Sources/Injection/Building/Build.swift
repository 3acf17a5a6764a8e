import Synchronization

/// One run of a key's default code: collects what is read meanwhile, keeps other threads from
/// building the same, and afterwards leads what was made meanwhile to the scope it belongs to.
final class Build: Sendable {
  let id: EntryID
  let name: KeyName

  /// Held while the build runs. Only readers of the same key ever wait for it.
  let gate = Lock<Void>(())

  private let state: Lock<State>

  private struct State {
    /// What the build sees; `nil` when it is over.
    var view: Scope?
    var reads: [Dependency] = []
    var isUnimplemented = false
    /// What was chosen for pairs of scopes that the build is part of; see `Scope.seen(from:home:)`.
    var choices: [(current: Scope, home: Scope, choice: View.Choice)] = []
    /// What a shared value's last build read.
    var replaced: BuildRecord?

    func choice(from current: Scope, home: Scope) -> View.Choice? {
      choices.first { $0.current === current && $0.home === home }?.choice
    }
  }

  init(_ id: EntryID, _ name: KeyName, view: Scope) {
    self.id = id
    self.name = name
    self.state = Lock(State(view: view))
  }

  /// The scope that the build sees, while it runs.
  @inline(never)  // For size: each caller would hold a copy.
  var view: Scope? { state.withLock { $0.view } }

  /// Collects what was read. Does nothing when the build is over: then these are late reads.
  func note(_ reads: [Dependency]) {
    state.withLock { state in
      if state.view == nil { return }
      for read in reads { state.reads.addIfNew(read) }
    }
  }

  /// What was chosen for a pair of scopes while the build runs.
  func choice(from current: Scope, home: Scope) -> View.Choice? {
    state.withLock { $0.view == nil ? nil : $0.choice(from: current, home: home) }
  }

  /// Remembers a choice until the build is over, unless there is one already. Returns which it is.
  func remember(_ choice: View.Choice, from current: Scope, home: Scope) -> View.Choice {
    state.withLock { state in
      if state.view == nil { return choice }
      if let known = state.choice(from: current, home: home) { return known }
      state.choices.append((current, home, choice))
      return choice
    }
  }

  func markUnimplemented() {
    state.withLock { $0.isUnimplemented = true }
  }

  /// What a build was found to be when it ended.
  struct Outcome {
    /// The scope that keeps the value, or for which it was made.
    let owner: Scope
    /// What the build read.
    let reads: [Dependency]
    let isUnimplemented: Bool
  }

  /// Ends the build. From here on the provisional scope leads to the owner.
  ///
  /// - Parameter isKept: whether the owner will keep the value. What is kept must not hold its owner.
  func finish(_ provisional: ProvisionalScope, isKept: Bool) -> Outcome {
    while true {
      // Without the lock: to find the owner, the homes of what was read are asked, and this build's
      // provisional scope may be one of them.
      let (view, allReads) = state.withLock { ($0.view!, $0.reads) }
      let reads = isKept ? view.enclosing(allReads, of: self) : allReads
      let owner = isKept ? view.owner(ofReads: reads) : view
      let outcome = state.withLock { state -> Outcome? in
        // A task that the build started has read something meanwhile.
        if state.reads.count != allReads.count { return nil }
        provisional.lead(to: isKept ? owner.standIn : owner)
        state.view = nil
        return Outcome(owner: owner, reads: reads, isUnimplemented: state.isUnimplemented)
      }
      // The caller holds the view, and the build the reads: nothing goes here.
      if let outcome { return outcome }
    }
  }

  /// Takes what a shared value was built from before, to let it go with the rest.
  func take(_ replaced: BuildRecord) {
    state.withLock { $0.replaced = replaced }
  }

  /// Lets go what was read, when the build is over and the gate is open.
  ///
  /// These may be the last references to values, and a value that goes may read others: also the one
  /// that was built, or one for which another thread waits that waits here.
  func letGo() {
    let end = state.withLock { state in
      let end = state
      state.reads = []
      state.choices = []
      state.replaced = nil
      return end
    }
    // After the lock, also where the optimiser would do it earlier.
    withExtendedLifetime(end) {}
  }
}
