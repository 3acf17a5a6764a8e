/// A place where tasks wait for each other.
actor Rendezvous {
  private let expected: Int
  private var arrived = 0
  private var isOpen = false
  private var waitingForAll: [CheckedContinuation<Void, Never>] = []
  private var waitingToLeave: [CheckedContinuation<Void, Never>] = []

  /// - Parameter expected: How many tasks will arrive.
  init(of expected: Int) {
    self.expected = expected
  }

  /// Waits until the rendezvous is open.
  func arrive() async {
    arrived += 1
    if arrived == expected {
      for continuation in waitingForAll { continuation.resume() }
      waitingForAll = []
    }
    if !isOpen { await withCheckedContinuation { waitingToLeave.append($0) } }
  }

  /// Waits until all have arrived.
  func waitForAll() async {
    if arrived < expected { await withCheckedContinuation { waitingForAll.append($0) } }
  }

  /// Lets all that have arrived go on.
  func open() {
    isOpen = true
    for continuation in waitingToLeave { continuation.resume() }
    waitingToLeave = []
  }
}
