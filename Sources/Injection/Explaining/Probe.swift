import Synchronization

/// Finds out which keys a property of `InjectedValues` reads, without building anything.
///
/// A getter has to return a value, and where none was built there is none. Nothing in the language
/// stops a getter half-way. So it runs on a thread of its own, against a scope that knows what was
/// asked for; at the first key that has no value yet, that thread ends. No code of a key runs.
///
/// The thread that asked waits, so the getter may be isolated to the actor that asked. Nothing that the
/// functions on a thread hold when it ends is released: some hundred bytes, and the getter's captures
/// where it is a closure that has any. The getter of a key path literal has none.
struct Probe {
  /// The keys that the property reads, up to the first one that has no value yet.
  let keys: [KeyFacts]

  /// The actor that the property is isolated to, where that kept it from being read.
  let isolation: String?

  init<Value>(_ property: @escaping (InjectedValues) -> Value, from view: Scope) {
    self.init(of: { _ = property($0) }, from: view)
  }

  /// Finds out which keys `read` reads, which may be the getter of any property.
  init(of read: @escaping (InjectedValues) -> Void, from view: Scope) {
    let thread = ProbeThread(read, view)
    // The getter may ask for the current values.
    Scope.addReason()
    defer { Scope.removeReason() }
    Platform.runOnThread(thread)
    keys = thread.keys
    isolation = thread.isolation
    thread.forget()
  }

  /// The key that `property` reads first, where nothing has a value.
  static func firstKey<Value>(readBy property: @escaping (InjectedValues) -> Value) -> KeyFacts? {
    let nothing = InjectedValues.testContainer(place: SourcePlace(#fileID, #line), name: nil)
    return Probe(property, from: nothing.scope!).keys.first
  }

  /// What to say where no key was found.
  var remarks: [String] {
    if let isolation { return ["it is isolated to \(isolation): ask for an explanation there"] }
    return keys.isEmpty ? ["it reads no key"] : []
  }

  /// Goes on if the thread that asked is on `actor`, as far as can be told; else the probe ends here.
  static func requireIsolation(to actor: any Actor) {
    guard let thread = ProbeThread.current else { return }
    if thread.isAskedOnMainActor && actor === MainActor.shared { return }
    thread.isolation = "\(type(of: actor))"
    thread.end()
  }
}

/// The thread on which a property is read.
private final class ProbeThread: Platform.Work {
  private let read: (InjectedValues) -> Void
  private var view: Scope?
  let isAskedOnMainActor = MainActor.isRunning
  var keys: [KeyFacts] = []
  var isolation: String?

  init(_ read: @escaping (InjectedValues) -> Void, _ view: Scope) {
    self.read = read
    self.view = view
  }

  /// Lets go of all that is large: a thread that ended in the middle never releases this.
  func forget() {
    view = nil
    keys = []
  }

  /// All that run now: as many as explanations are asked for at once.
  private static let running = Mutex<[Reference]>([])

  private struct Reference: @unchecked Sendable {
    // Unchecked: used on that thread only.
    let probe: ProbeThread
    let thread = Platform.currentThread
  }

  /// The running thread, if it is one of these.
  static var current: ProbeThread? {
    let thread = Platform.currentThread
    return running.withLock { running in running.first { $0.thread == thread } }?.probe
  }

  override func run() {
    let reference = Reference(probe: self)
    ProbeThread.running.withLock { $0.append(reference) }
    let scope = ProbingScope.in(view!.container.context)
    Scope.taskLocal.withValue(Scope.Current(scope: scope)) { read(InjectedValues(scope)) }
    stopRunning()
  }

  private func stopRunning() {
    let thread = Platform.currentThread
    ProbeThread.running.withLock { $0.removeAll { $0.thread == thread } }
  }

  /// Notes a key, and returns what has its value or ends the thread.
  func resolve(_ key: KeyFacts) -> Resolution {
    if !keys.contains(where: { $0.id == key.id }) { keys.append(key) }
    if let found = find(key) { return found }
    end()
  }

  // A function of its own: what it holds is released when it returns.
  private func find(_ key: KeyFacts) -> Resolution? {
    Lookup(view!).entry(of: key).flatMap(Resolution.init)
  }

  func end() -> Never {
    stopRunning()
    Platform.endThread()
  }
}

/// What a property reads from while it is probed: has nothing, and hands every read to the probe.
final class ProbingScope: Scope, @unchecked Sendable {
  // Unchecked like its superclass; it adds nothing.
  static func `in`(_ context: InjectionContext) -> ProbingScope {
    switch context {
    case .live: live
    case .test: test
    case .preview: preview
    }
  }

  private static let live = ProbingScope(.live)
  private static let test = ProbingScope(.test)
  private static let preview = ProbingScope(.preview)

  private init(_ context: InjectionContext) {
    super.init(
      parent: nil,
      container: Container(context: context),
      place: SourcePlace(#fileID, #line),
      name: "a probe"
    )
  }

  override var outer: Scope? { nil }

  // A task that the getter started, and an object that it made and somebody keeps, stay here for ever. Rather
  // than from nowhere, they read from the process.
  override var resolved: Scope { ProbeThread.current == nil ? .process : self }

  // Who reads has asked for `resolved`, on this thread: it is a probe's.
  override func resolve(_ read: Read) -> Resolution { ProbeThread.current!.resolve(read.facts) }
}
