import Synchronization

/// Says on standard error if this process has another copy of this library: each copy has scopes of
/// its own, and overrides in one do not reach the other.
///
/// The runtime knows the types of all images by their names, also of those that hide their symbols
/// from each other, and answers a name with one type. So each copy but that type's notices, when it
/// opens its first scope or builds its first default.
enum CopyCheck {
  private static let isDone = Atomic(false)

  /// Looks once: a search by name takes about as long as 1,000 reads.
  static func run() {
    if isDone.exchange(true, ordering: .relaxed) { return }
    // Nothing is found where the linker left out what describes types.
    let first: Any.Type? = _typeByName("9Injection7MessageV")
    guard let first, first != Message.self else { return }
    var message = Message(
      "The library Injection is in this process twice: overrides in one copy do not reach the "
        + "other.",
      fixes: [
        "Link it once, in a dynamic library of your own that all others link, an app and the tests "
          + "that run in it, too: .library(name: …, type: .dynamic, targets: […])."
      ]
    )
    message.details = [("First", first), ("Second", Message.self)].map { label, type in
      (label, Platform.image(of: type) ?? "unknown")
    }
    Platform.writeToStandardError("\(message)\n")
  }
}
