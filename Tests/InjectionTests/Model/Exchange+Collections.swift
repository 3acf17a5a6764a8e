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

  /// Code that enters no kept scope in a scope of its own that overrides the same key: which of the
  /// two wins depends on what the code has read (UnderstandingDetails.md).
  ///
  /// - Parameter said: The keys that scopes of the code override around.
  static func withoutConflicts(
    _ steps: [Step],
    _ collectionKeys: [Int],
    in said: Set<Int> = []
  ) -> [Step] {
    // What the bases say, too.
    let first = collectionKeys[0]
    let ofCollections: [Set] = [[first], Set(0..<plainCount), [first, collectionKeys[2]]]
    func inner(_ steps: [Step], in said: Set<Int>) -> [Step] {
      withoutConflicts(steps, collectionKeys, in: said)
    }
    return steps.map { step in
      switch step {
      case .scope(let number, let keys, let steps):
        .scope(number, keys, inner(steps, in: said.union(keys)))
      case .kept(let number, let id, let steps):
        said.isDisjoint(with: ofCollections[number])
          ? .kept(number, id: id, inner(steps, in: said)) : .publish
      case .enter(let steps): .enter(inner(steps, in: []))
      case .meet(let steps): .meet(inner(steps, in: []))
      case .sometimes(let steps): .sometimes(inner(steps, in: said))
      case .read, .publish, .pause, .look, .start, .ask, .remove, .late: step
      }
    }
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
