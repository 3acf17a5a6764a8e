import Synchronization

/// Finds out which key a property of `InjectedValues` reads, without building anything.
///
/// A property is a function of `InjectedValues` that must return a value, and there is none to give it.
/// So it is called on a thread of its own, which ends at the point where the key is known: in the
/// subscript of `InjectedValues`, with nothing above it but the property's getter.
enum PropertyProbe {
  static func read<Value>(of property: @escaping (InjectedValues) -> Value) -> Read? {
    let found = Found()
    // Safe: this thread does nothing until the other one has ended.
    Platform.runOnThread {
      var options = Container.Options()
      options.probe = { read in
        found.read.withLock { $0 = read }
        Platform.endThread()
      }
      let container = Container(context: .test, options: options)
      let scope = Scope(parent: nil, container: container, place: SourcePlace(#fileID, #line))
      _ = property(InjectedValues(scope))
    }
    return found.read.withLock { $0 }
  }
}

// A class, since the thread's reference to it is never released.
private final class Found: Sendable {
  let read = Lock<Read?>(nil)
}
