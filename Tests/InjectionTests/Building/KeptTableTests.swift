import Dispatch
import Foundation
import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// Whatever code keeps leads to the scopes on whose overrides its value stands (R2, R8): in one
/// chain and beside a home, however it is kept, and whenever it is first used.
///
/// Each value is the name of the scope that says it.
// Serialized, since some cells keep both processors busy.
@Suite(.serialized) struct KeptTableTests {
  @Test(.timeLimit(.minutes(5)), arguments: KeptTable.Maker.allCases, KeptTable.View.allCases)
  func `what code keeps sees what its value stands on`(
    maker: KeptTable.Maker,
    view: KeptTable.View
  ) async throws {
    var (all, played, faults) = (0, 0, [String]())
    for holder in KeptTable.Holder.allCases {
      for moment in KeptTable.Moment.allCases where !holder.isOfTask || !moment.isOfOwnThread {
        for reads in KeptTable.Reads.allCases where maker.standsOnReads || reads == .one {
          all += 1
          // Some of each kind, unless there is time.
          if !isLong, (all + view.number * 5 + maker.number) % 11 != 0 { continue }
          played += 1
          let found = try await KeptTable.Cell.play(maker, view, holder, reads, moment)
          faults += found.map { "\(holder), \(reads), \(moment): \($0)" }
        }
      }
    }
    #expect(all == (maker.standsOnReads ? 3 : 1) * 72 && played >= (isLong ? all : all / 11))
    if !faults.isEmpty {
      Issue.record("\(faults.count) faults, such as:\n\(faults.prefix(9).joined(separator: "\n"))")
    }
  }
}

// MARK: - The table

enum KeptTable {
  /// What keeps something.
  enum Maker: CaseIterable {
    /// Defaults, by their lifetime; one that another one reads.
    case scoped, weak, singleton, scopedByRequest, part
    /// Code that the outermost scope provides, or the innermost one; a decorator of the former.
    case providedOutside, providedInside, decorator
    /// A transient value that a default reads; one that is read by itself.
    case transientOfDefault, transient
    /// The description of a scope, and the opening of a resource.
    case description, resource

    var number: Int { Self.allCases.firstIndex(of: self)! }
    var isBuilt: Bool { self != .transient && self != .description && self != .resource }
    var standsOnReads: Bool { isBuilt && self != .singleton }
  }

  /// What the maker reads while it is built: nothing, what one scope says, or what two say.
  enum Reads: CaseIterable {
    case none, one, two

    var keys: Set<Name> { self == .none ? [] : self == .one ? [.tenant] : [.tenant, .request] }
  }

  /// From where the maker is asked.
  enum View: CaseIterable {
    /// A scope in another one; that beside a home, which is older or younger; what that captures.
    case chain, home, youngerHome, captured
    /// A home in the current scope.
    case innerHome
    /// A kept scope that is entered in a request; a scope in that; and a kept scope that is entered
    /// again, in a scope that lies in it and in another kept one.
    case kept, inKept, again

    var number: Int { Self.allCases.firstIndex(of: self)! }
  }

  /// How it is kept.
  enum Holder: CaseIterable {
    /// Values, to be entered or read; those that a property sees; a property.
    case values, direct, projected, projectedDirect, property
    /// A closure that makes an object in captured values.
    case closure
    /// Captured values that are changed; what is captured in a scope that the code opens or enters.
    case changed, opened, openedDirect, openedProperty, entered
    case task, stream

    var isOfTask: Bool { self == .task || self == .stream }
  }

  /// When it is first used. In the end, all are used in each scope, in none, and on another thread.
  enum Moment: CaseIterable {
    /// By the code itself.
    case before, after
    /// By another thread, from before or after the code's reads on; and many times until the end.
    case threadBefore, threadAfter, threadUntilEnd
    case late

    var isOfOwnThread: Bool { self == .before || self == .after || self == .threadUntilEnd }
  }
}

// MARK: - A cell

extension KeptTable {
  final class Cell: Sendable {
    @TaskLocal static var current: Cell?

    let maker: Maker, view: View, holder: Holder, reads: Reads, moment: Moment
    let faults = Log<String>()
    let scopes = InjectedScopes<String>(limit: 9) { $0.extra = $1 }
    private let living = Atomic(0)

    init(_ maker: Maker, _ view: View, _ holder: Holder, _ reads: Reads, _ moment: Moment) {
      (self.maker, self.view, self.holder) = (maker, view, holder)
      (self.reads, self.moment) = (reads, moment)
    }

    /// - Returns: What was wrong.
    static func play(
      _ maker: Maker,
      _ view: View,
      _ holder: Holder,
      _ reads: Reads,
      _ moment: Moment
    ) async throws -> [String] {
      let container = Lock<InjectedValues?>(withTestScope { .current })
      let cell = withInjected(container.withLock { $0! }) {
        Cell(maker, view, holder, reads, moment)
      }
      try await $current.withValue(cell) {
        try await withInjected(container.withLock { $0.take()! }) { try await cell.check() }
      }
      // A thread that has ended may hold something a little longer.
      if await !eventually(
        within: .milliseconds(300),
        { cell.living.load(ordering: .relaxed) == 0 }
      ) {
        cell.faults.add("leaks")
      }
      return cell.faults.all
    }

    func count(_ change: Int) { living.add(change, ordering: .relaxed) }

    private func expect(_ key: Name, _ value: String, in spot: Spot, _ place: String) {
      let expected = spot.value(key)
      if value != expected { faults.add("\(key) \(place) is \(value), not \(expected)") }
    }

    private func check() async throws {
      let scene = Scene(view, maker)
      let thing = try await make(scene)
      // A singleton's code sees the scope that provides it.
      let asked = maker == .singleton ? Spot(in: nil) : scene.spot
      var keys: Set<Name> = maker.standsOnReads ? reads.keys.union([.thing]) : [.thing]
      if maker.standsOnReads, moment == .before || moment == .after { keys.insert(.mailer) }
      if maker == .scopedByRequest { keys.insert(.request) }
      let home = maker.isBuilt ? asked.home(by: keys) : asked

      if let used = thing.used { expect(.mailer, used, in: asked, "in the code") }
      for (key, value) in await thing.seenMeanwhile() {
        expect(key, value, in: thing.kept.spot(in: home), "meanwhile")
      }
      let kept = thing.kept
      if kept.isTask {
        for (key, value) in await kept.values() { expect(key, value, in: home, "in the task") }
      } else {
        for site in [scene.asked] + scene.sites {
          withInjected(site.values) {
            expect(
              thing,
              in: kept.isProperty
                ? Spot(in: site.spot, beside: kept.spot(in: home))
                : kept.spot(in: home),
              "late, in \(site.spot.name)"
            )
          }
        }
        await Task.detached { [self] in expect(thing, in: kept.spot(in: home), "late, in a task") }
          .value
      }

      // It is built once for all who see the same of what it stands on.
      guard maker.isBuilt else { return }
      for site in [scene.asked] + scene.sites {
        let other = withInjected(site.values) { scene.property(.current) }
        let isSame = keys.allSatisfy { site.spot.word($0) === scene.spot.word($0) }
        if isSame != (other === thing) {
          faults.add("\(isSame ? "two instances" : "another one's") in \(site.spot.name)")
        }
        let asked = maker == .singleton ? asked : site.spot
        if let used = other.used { expect(.mailer, used, in: asked, "in the code again") }
        _ = await other.seenMeanwhile()
        other.kept.open()
      }
    }

    private func expect(_ thing: Thing, in spot: Spot, _ place: String) {
      for key in Name.ofText { expect(key, thing.kept.read(key), in: spot, place) }
    }

    private func make(_ scene: Scene) async throws -> Thing {
      let values = scene.asked.values
      switch maker {
      case .description:
        return withInjected(values) {
          var thing: Thing?
          withInjected({
            $0.extra = "described"
            thing = Thing()
          }) {}
          return thing!
        }
      case .resource:
        return try await withInjected(values) {
          try await withInjected(\.resource) {
            Thing()
          } closing: { _ in
          } operation: {
            InjectedValues.current.resource!
          }
        }
      default: return scene.ask()
      }
    }
  }
}
