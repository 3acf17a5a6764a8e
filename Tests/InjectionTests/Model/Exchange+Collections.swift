import Foundation
import InjectionServer
import Synchronization
import TestSupport

@testable import Injection

extension Exchange {
  static let plainCount = 3
  static let collectionCount = 3, idCount = 4

  static let allOfCollections =
    (0..<collectionCount).flatMap { number in
      [false, true].flatMap { inCode in
        ["enter", "remove"].map { Meeting(step: "\($0) \(number)", inCode: inCode) }
      } + [Meeting(step: "open again \(number)")]
    } + ["late", "late through what has gone"].map { Meeting(step: $0) }
    + ["current", "captured", "in a scope"].map { Meeting(step: "deinit, \($0)") }

  /// Opens collections: in the root; in a scope that has gone; in a kept scope, which goes.
  func makeCollections() {
    add(in: .root)
    withInjected {
      for key in keys.prefix(Self.plainCount) { key.set(&$0, Thing(-100)) }
    } operation: {
      add(in: .current)
    }
    add(in: collections.all[0].values(for: 0))
  }

  private func add(in base: InjectedValues) {
    let number = collections.all.count
    let opened = Log<Int>()
    collections.add(
      InjectedScopes(in: base, limit: 2) { values, id in
        let playing = Exchange.playing!
        if opened.all.contains(id) { playing.meetings.add(Meeting(step: "open again \(number)")) }
        opened.add(id)
        // The last one says nothing.
        if id == Self.idCount - 1 { return }
        let thing = Thing(-1 - number * Self.idCount - id, hasLastWords: true)
        playing.keys[playing.collectionKeys[number]].set(&values, thing)
      }
    )
  }

  /// Code that enters no kept scope that overrides what scopes of code do: which of the two wins,
  /// if one is in the other, depends on what the code has read (UnderstandingDetails.md).
  static func withoutConflicts(_ code: [[Step]], _ collectionKeys: [Int]) -> [[Step]] {
    var said: Set<Int> = []
    for step in code.joined() { step.addOverrides(to: &said) }
    // What the bases say, too.
    let first = collectionKeys[0]
    let ofCollections: [Set] = [[first], Set(0..<plainCount), [first, collectionKeys[2]]]
    func without(_ steps: [Step]) -> [Step] {
      steps.map { step in
        if case .kept(let number, _, _) = step, !said.isDisjoint(with: ofCollections[number]) {
          return .publish
        }
        return step.inner.map { step.with(without($0)) } ?? step
      }
    }
    return code.map(without)
  }

  func enter(_ number: Int, _ id: Int, inCode: Bool, _ body: () -> Void) {
    meetings.add(Meeting(step: "enter \(number)", inCode: inCode))
    collections.all[number].withInjected(id, operation: body)
  }

  func remove(_ number: Int, _ id: Int, inCode: Bool) {
    meetings.add(Meeting(step: "remove \(number)", inCode: inCode))
    collections.all[number].removeScope(for: id)
  }

  /// Notes that something is read late through what a value has captured.
  func meet(_ captured: Captured) {
    let hasGone = captured.values.layer().chain.contains(where: \.isClosed)
    meetings.add(Meeting(step: hasGone ? "late through what has gone" : "late"))
  }

  // MARK: What lives

  // Weak, so that a fault can say what lives on.
  struct WeakThing: Sendable { weak var thing: Thing? }

  /// What lives on of the things that should have gone.
  func leak(_ shouldGo: (Thing) -> Bool) -> String? {
    if keptInCode { return nil }
    // Threads that have ended release what they hold.
    for _ in 0..<1_000 {
      if !things.all.contains(where: { $0.thing.map(shouldGo) == true }) { return nil }
      usleep(1_000)
    }
    let all = things.all.compactMap(\.thing).filter(shouldGo)
    return "These live on: \(all.map { ($0.content, $0.read, $0.captured?.values) })"
  }

  /// What a value does when it is released: it reads, also in a scope that it opens.
  enum LastWords: CaseIterable { case none, reads, opensScope }

  private var lastKey: any ExchangedKey.Type { keys.last! }
  @TaskLocal private static var isInDeinit = false

  /// What is built meanwhile does nothing when it is released: it would build its own kind again.
  fileprivate static func sayLastWords(_ captured: Captured?) {
    guard let playing, playing.lastWords != .none, !isInDeinit else { return }
    let lastKey = playing.lastKey
    $isInDeinit.withValue(true) {
      func read(_ way: String, _ body: () -> (InjectedValues, Thing)) {
        let (values, thing) = body()
        playing.meetings.add(Meeting(step: "deinit, \(way)"))
        playing.check(Sighting(lastKey, thing, in: values))
      }
      read("current") { (.current, lastKey.value(in: .current)) }
      // What other threads build may wait for this one.
      if let captured, !captured.leadsToBuild { read("captured") { captured.read(lastKey) } }
      if playing.lastWords == .reads { return }
      withInjected {
        playing.keys[0].set(&$0, Thing(-200))
      } operation: {
        read("in a scope") { (.current, lastKey.value(in: .current)) }
      }
    }
  }

  /// What code has captured.
  final class Captured: Sendable {
    @TaskLocal static var key = exchangedKey(digits[0], digits[0])
    let values = InjectedValues.current
    private let property = Injected { key.value(in: $0) }

    func read(_ key: any ExchangedKey.Type) -> (InjectedValues, Thing) {
      Self.$key.withValue(key) { (property.projectedValue, property.wrappedValue) }
    }

    /// Whether a build of another thread can be read through this.
    var leadsToBuild: Bool {
      !values.layer().ownLayersOfBuilds(notOn: Platform.currentThread).isEmpty
    }
  }

  /// A value, which may keep what its code has captured.
  final class Thing: Sendable {
    let content: Int
    let captured: Captured?
    /// What its code has read, by its key.
    let read: [Int: Int]
    private let parts: [Thing], hasLastWords: Bool

    init(
      _ content: Int,
      _ captured: Captured? = nil,
      _ read: [Int: Int] = [:],
      _ parts: [Thing] = [],
      hasLastWords: Bool = false
    ) {
      (self.content, self.captured, self.read) = (content, captured, read)
      (self.parts, self.hasLastWords) = (parts, hasLastWords)
      Exchange.playing?.things.add(WeakThing(thing: self))
    }

    deinit { if hasLastWords { Exchange.sayLastWords(captured) } }

    /// Whether this is what a kept scope says, or its code has read that.
    var isOfTenant: Bool { ([content] + read.values).contains { (-100..<0).contains($0) } }
  }
}

extension Exchange.Step {
  /// The steps of this one that the same thread performs.
  fileprivate var inner: [Self]? {
    switch self {
    case .scope(_, _, let steps), .kept(_, _, let steps): steps
    case .enter(let steps), .meet(let steps), .sometimes(let steps): steps
    case .read, .publish, .pause, .look, .start, .ask, .remove, .late: nil
    }
  }

  /// The same step with others inside.
  fileprivate func with(_ steps: [Self]) -> Self {
    switch self {
    case .scope(let number, let keys, _): .scope(number, keys, steps)
    case .kept(let number, let id, _): .kept(number, id: id, steps)
    case .enter: .enter(steps)
    case .meet: .meet(steps)
    case .sometimes: .sometimes(steps)
    case .read, .publish, .pause, .look, .start, .ask, .remove, .late: self
    }
  }

  fileprivate func addOverrides(to keys: inout Set<Int>) {
    if case .scope(_, let own, _) = self { keys.formUnion(own) }
    for step in inner ?? [] { step.addOverrides(to: &keys) }
  }
}
