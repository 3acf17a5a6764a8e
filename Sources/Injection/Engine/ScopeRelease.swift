/// Lets go scopes that end inside the end of another one, after that.
///
/// The ends of scopes that are nested would be nested, too, and need a stack as deep.
enum ScopeRelease {
  /// For each thread that lets a scope go right now, the scopes that are to go next.
  private static let waiting = Lock<[(thread: UInt, scopes: [Scope])]>([])

  /// Lets a scope go, now or when the thread has let another one go.
  static func release(_ scope: inout Scope?) {
    let thread = Platform.currentThread
    // The last reference must not go under the lock: values go with it, and their ends may read
    // others.
    let isFirst = waiting.withLock { waiting in
      if let index = waiting.firstIndex(where: { $0.thread == thread }) {
        waiting[index].scopes.append(scope!)
        return false
      }
      waiting.append((thread, []))
      return true
    }
    scope = nil
    while isFirst {
      let next = waiting.withLock { waiting in
        let index = waiting.firstIndex { $0.thread == thread }!
        if let next = waiting[index].scopes.popLast() { return next as Scope? }
        waiting.remove(at: index)
        return nil
      }
      if next == nil { return }
    }
  }
}
