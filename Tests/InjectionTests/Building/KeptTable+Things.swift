import Dispatch
import Foundation
import Injection
import InjectionMacros
import InjectionServer
import Synchronization
import TestSupport
import Testing

// What is made and kept in the table of what code keeps.

extension KeptTable {
  /// What is made, and what its code has seen.
  final class Thing: Sendable {
    let kept: Kept
    let part: Thing?
    let used: String?
    private let thread: Reader?
    private let cell: Cell

    init(part: Thing? = nil) {
      cell = Cell.current!
      cell.count(1)
      self.part = part
      if part != nil {
        (kept, used, thread) = (part!.kept, nil, nil)
        return
      }
      let (moment, values) = (cell.moment, InjectedValues.current)
      // A thread of its own that reads, or the task that is kept.
      func start(_ kept: Kept) -> Reader? {
        if kept.isTask {
          kept.open()
          return nil
        }
        return Reader(kept, untilEnd: moment == .threadUntilEnd)
      }
      kept = cell.maker == .transientOfDefault ? values.kept : cell.holder.keep()
      var (used, thread): (String?, Reader?) = (nil, nil)
      if moment == .before { used = kept.read(.mailer) }
      if moment == .threadBefore { thread = start(kept) }
      for key in cell.reads.keys { withExtendedLifetime(InjectedValues.current[key]) {} }
      if moment == .after { used = kept.read(.mailer) }
      if moment == .threadAfter || moment == .threadUntilEnd { thread = start(kept) }
      (self.used, self.thread) = (used, thread)
    }

    deinit {
      thread?.stop()
      cell.count(-1)
    }

    /// What another thread has seen, from the code's reads until now.
    func seenMeanwhile() async -> [(Name, String)] { thread?.end() ?? [] }
  }

  /// Another thread that reads.
  final class Reader: Sendable {
    /// Each value once.
    private let seen = Lock<[Name: Set<String>]>([:])
    private let isOver = Atomic(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ kept: Kept, untilEnd: Bool) {
      let hasBegun = DispatchSemaphore(value: 0)
      // Not on a queue, whose threads others may block meanwhile.
      Thread.detachNewThread { [self] in
        hasBegun.signal()
        repeat {
          for key in untilEnd ? [.mailer] : Name.ofText {
            let value = kept.read(key)
            seen.withLock { _ = $0[key, default: []].insert(value) }
          }
        } while untilEnd && !isOver.load(ordering: .relaxed)
        hasEnded.signal()
      }
      hasBegun.wait()
      sched_yield()
    }

    func stop() { isOver.store(true, ordering: .relaxed) }

    func end() -> [(Name, String)] {
      stop()
      hasEnded.wait()
      hasEnded.signal()
      return seen.withLock { $0.flatMap { key, values in values.map { (key, $0) } } }
    }
  }

  /// What a cell's code keeps.
  struct Kept: Sendable {
    var isProperty = false
    /// What it adds to what is seen.
    var adds: String?
    var read: @Sendable (Name) -> String = { _ in "" }
    var stream: AsyncStream<[Name: String]>?
    var task: Task<[Name: String], Never>?
    let gate = Gate()

    var isTask: Bool { task != nil || stream != nil }
    func open() { gate.open() }

    /// What a task reads.
    func values() async -> [Name: String] {
      gate.open()
      if let task { return await task.value }
      for await values in stream! { return values }
      return [:]
    }

    func spot(in home: Spot) -> Spot { adds.map { Spot($0, [.extra], in: home) } ?? home }
  }
}

extension KeptTable.Holder {
  func keep() -> KeptTable.Kept {
    let values = InjectedValues.current
    func entering(_ values: InjectedValues) -> @Sendable (KeptTable.Name) -> String {
      { key in withInjected(values) { InjectedValues.current[key] } }
    }
    func reading(_ values: InjectedValues) -> @Sendable (KeptTable.Name) -> String {
      { values[$0] }
    }
    func properties() -> @Sendable (KeptTable.Name) -> String {
      let all = KeptTable.Name.ofText.map { key in (key, Injected { $0[key] }) }
      return { key in all.first { $0.0 == key }!.1.wrappedValue }
    }
    func readAll() -> [KeptTable.Name: String] {
      Dictionary(
        uniqueKeysWithValues: KeptTable.Name.ofText.map { ($0, InjectedValues.current[$0]) }
      )
    }
    var kept = KeptTable.Kept()
    let gate = kept.gate
    switch self {
    case .values: kept.read = entering(values)
    case .direct: kept.read = reading(values)
    case .projected: kept.read = entering(Injected(\.extra).projectedValue)
    case .projectedDirect: kept.read = reading(Injected(\.extra).projectedValue)
    case .property: (kept.read, kept.isProperty) = (properties(), true)
    case .closure:
      kept.read = { key in withInjected(values) { Injected { $0[key] } }.projectedValue[key] }
      kept.isProperty = true
    case .changed:
      kept.adds = "changed"
      kept.read = entering(values.overriding { $0.extra = "changed" })
    case .opened, .openedDirect, .openedProperty:
      kept.adds = "opened"
      withInjected(\.extra, "opened") {
        kept.read =
          self == .opened
          ? entering(.current) : self == .openedDirect ? reading(.current) : properties()
      }
      kept.isProperty = self == .openedProperty
    case .entered:
      kept.adds = "entered"
      kept.read = entering(
        KeptTable.Cell.current!.scopes.withInjected("entered") { InjectedValues.current }
      )
    case .task:
      kept.task = Task {
        await gate.wait()
        return readAll()
      }
    case .stream:
      kept.stream = AsyncStream { continuation in
        Task {
          await gate.wait()
          continuation.yield(readAll())
          continuation.finish()
        }
      }
    }
    return kept
  }
}

// MARK: - Keys

extension KeptTable.Name {
  static let ofText: [Self] = [.tenant, .request, .mailer, .extra]
}

extension InjectedValues {
  @Injectable var tenant: String = "root"
  @Injectable var request: String = "root"
  @Injectable var mailer: String = "root"
  @Injectable var extra: String = "root"

  subscript(name: KeptTable.Name) -> String {
    get {
      switch name {
      case .tenant: tenant
      case .request: request
      case .mailer: mailer
      case .extra: extra
      case .thing: ""
      }
    }
    set {
      switch name {
      case .tenant: tenant = newValue
      case .request: request = newValue
      case .mailer: mailer = newValue
      case .extra: extra = newValue
      case .thing: break
      }
    }
  }

  @Injectable var thing: KeptTable.Thing = KeptTable.Thing()
  @Injectable(lifetime: .weak) var weakThing: KeptTable.Thing = KeptTable.Thing()
  @Injectable(lifetime: .singleton) var singleThing: KeptTable.Thing = KeptTable.Thing()
  var thingOfRequest: KeptTable.Thing { self[ThingOfRequestKey.self] }
  @Injectable(lifetime: .transient) var transientThing: KeptTable.Thing = KeptTable.Thing()
  @Injectable var outerThing: KeptTable.Thing = KeptTable.Thing(part: InjectedValues.current.thing)
  @Injectable(lifetime: .transient) var kept: KeptTable.Kept = KeptTable.Cell.current!.holder.keep()
  @Injectable var resource: KeptTable.Thing?
}

private enum ThingOfRequestKey: InjectionKey {
  static var defaultValue: KeptTable.Thing { KeptTable.Thing() }
  static var lifetime: InjectionLifetime { .scoped(by: InjectedValues.requestKey.self) }
}
