/// A default with the lifetime `.shared`: its value lives while somebody else holds it.
///
/// The entry stays with its keeper and is filled again when the value is built again.
final class SharedEntry: Entry, @unchecked Sendable {
  // Unchecked: the object is a key's value, and those are `Sendable`.
  private struct WeakReference: @unchecked Sendable {
    weak var object: AnyObject?
  }

  private struct Content: ~Copyable {
    var reference: WeakReference
    /// The numbers of the layers that the build of the object has opened.
    var opened: [UInt]
  }

  private let content: Lock<Content>

  /// - Parameter box: What was built.
  init(_ object: AnyObject, opened: [UInt], takingRecordOf box: Entry) {
    self.content = Lock(Content(reference: WeakReference(object: object), opened: opened))
    super.init(box.key)
    takeRecord(of: box)
  }

  /// Takes an object, unless there is one that lives. Returns which it is, and the numbers of the
  /// layers that belong to the other one.
  func refill(ifGone object: AnyObject, opened: [UInt]) -> (object: AnyObject, unused: [UInt]) {
    let (reference, unused) = content.withLock { content in
      if let present = content.reference.object {
        return (WeakReference(object: present), present === object ? [] : opened)
      }
      let unused = content.opened
      content.reference = WeakReference(object: object)
      content.opened = opened
      return (content.reference, unused)
    }
    return (reference.object ?? object, unused)
  }

  override var isAlive: Bool { object != nil }

  override var anyValue: Any? { object }
  var object: AnyObject? { content.withLock { $0.reference }.object }
}
