import Dispatch
import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import TestSupport
import Testing

/// What a default keeps that is built where a kept scope is seen together with the current one.
struct KeptValuesTests {
  /// It makes no wrapper, so nothing asks for its scope before it has returned.
  @Test(arguments: [true, false])
  func `what a default keeps leads to the kept scope that it has read`(isTask: Bool) async {
    await withTestScope {
      let tenants = InjectedScopes<String>(limit: 100) {
        $0.tenant = $1
        $0.mailer = "of \($1)"
      }
      for number in 0..<20 {
        let mail = withInjected(\.request, number) {
          tenants.withInjected("t\(number)") {
            isTask ? InjectedValues.current.mailTask : InjectedValues.current.mail
          }
        }
        #expect(await mail.value == "of t\(number)")
      }
    }
  }

  /// A home stands on the tenant "a", and lies in a scope that replaces the tenant inside of that.
  @Test func `an override inside the one that a home stands on wins`() {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: 100) { $0.tenant = $1 }
      tenants.withInjected("a") {
        withInjected(\.tenant, "x, inside a") {
          withInjected(\.request, 1) {
            let late = tenants.withInjected("q") {
              tenants.withInjected("a") { InjectedValues.current.late }
            }
            #expect(late.first == "a 1")
            #expect(late.tenant() == "x, inside a")
            withInjected(\.tenant, "y") { #expect(late.tenant() == "y") }
          }
          #expect(late(of: tenants).tenant() == "x, inside a")
        }
      }
    }
  }

  /// The request is opened before the tenant's scope, but after the collection.
  @Test func `a kept scope whose description reads a default holds no request`() {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: 9) {
        $0.tenant = $1
        _ = $0.late
        $0.mailer = "of \($1)"
      }
      weak var request: Late?
      withInjected(\.late, Late()) {
        request = InjectedValues.current.late
        let reader = tenants.withInjected("a") { InjectedValues.current.reader }
        #expect(reader.mailer() == "of a")
      }
      #expect(request == nil)
    }
  }

  /// The worker's scope is opened after the collection, and before the tenants' scopes.
  @Test(arguments: [true, false])
  func `a long scope keeps nothing of a removed one`(isHome: Bool) {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: .max) {
        $0.tenant = $1
        $0.resource = Resource()
      }
      withInjected(\.request, 1) {
        let worker = Worker()
        for number in 0..<100 {
          func resource() -> Resource {
            let values = tenants.values(for: "\(number)")
            let late = withInjected(values) { InjectedValues.current.late }
            for _ in 0..<2 {
              if isHome {
                #expect(late.seen() == "\(number) 1")
              } else {
                withInjected(values) { #expect(worker.seen() == "\(number) 1") }
              }
            }
            return values.resource
          }
          weak let kept = resource()
          #expect(kept != nil)
          tenants.removeScope(for: "\(number)")
          #expect(kept == nil)
        }
      }
    }
  }

  /// Sessions are open, and then a tenant, whose objects they use outside of it; or theirs are used in
  /// it.
  @Test(arguments: [true, false])
  func `a scope that stays keeps nothing of older ones that are read beside it`(isHome: Bool) {
    withTestScope {
      let sessions = InjectedScopes<Int>(limit: .max) {
        $0.request = $1
        $0.resource = Resource()
      }
      let resources = (0..<100).map { WeakResource(sessions.values(for: $0).resource) }
      let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
      let tenant = tenants.values(for: "a")
      let worker = withInjected(tenant) { Worker() }
      for id in 0..<100 {
        if isHome {
          sessions.withInjected(id) { for _ in 0..<3 { #expect(worker.tenant() == "a") } }
        } else {
          let worker = sessions.withInjected(id) { Worker() }
          withInjected(tenant) { for _ in 0..<3 { #expect(worker.tenant() == "a") } }
        }
      }
      #expect(resources.allSatisfy { $0.object != nil })
      sessions.removeScope(for: 50)
      #expect(resources.count { $0.object == nil } == 1)
      sessions.removeAll()
      #expect(resources.allSatisfy { $0.object == nil })
    }
  }

  /// Requests come and go on many threads, and a job stays on each. Both use objects of tenants.
  @Test func `scopes beside tenants that are removed meanwhile see these, and keep nothing`() {
    withTestScope {
      let resources = Log<WeakResource>()
      let tenants = InjectedScopes<String>(limit: .max) {
        $0.tenant = $1
        $0.resource = Resource()
        resources.add(WeakResource($0.resource))
      }
      let root = InjectedValues.current
      let haveEnded = onThreads(8) { thread in
        withInjected(root) {
          var job = InjectedValues.current
          for number in 0..<(isLong ? 20_000 : 300) {
            if number % 20 == 0 { job = withInjected(\.request, thread) { .current } }
            let id = "\(number % 3)"
            let late = tenants.withInjected(id) { InjectedValues.current.late }
            for _ in 1...2 {
              withInjected(job) { #expect(late.seen() == "\(id) \(thread)") }
              withInjected(\.request, number) { #expect(late.seen() == "\(id) \(number)") }
            }
            if number % 8 == thread { tenants.removeScope(for: id) }
          }
        }
      }
      #expect(haveEnded)
      tenants.removeAll()
      #expect(resources.all.count { $0.object != nil } == 0)
    }
  }

  /// The property is made before anything is read: nothing is known then of where it leads.
  @Test func `a long scope keeps nothing of a removed one that is read afterwards`() {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: .max) {
        $0.tenant = $1
        $0.resource = Resource()
      }
      withInjected(\.request, 1) {
        func resource(_ id: String) -> Resource {
          let values = tenants.values(for: id)
          let early = withInjected(values) { InjectedValues.current.early }
          tenants.removeScope(for: id)
          return withExtendedLifetime(values) {
            #expect(early.tenant() == id && early.first == id)
            return values.resource
          }
        }
        func read(_ id: String) {
          let early = withInjected(tenants.values(for: id)) { InjectedValues.current.early }
          tenants.removeScope(for: id)
          #expect(early.tenant() == id && early.first == id)
        }
        weak let kept = resource("a")
        #expect(kept == nil)
        weak let other = tenants.values(for: "b").resource
        read("b")
        #expect(other == nil)
      }
    }
  }

  /// The object's home is a scope that the default has opened, which goes with the removed one.
  @Test func `a long scope keeps nothing of what a default of a removed one has opened`() {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: .max) {
        $0.tenant = $1
        $0.resource = Resource()
      }
      withInjected(\.request, 1) {
        func resource() -> Resource {
          func read() -> (Entrance, Resource) {
            withInjected(tenants.values(for: "a")) {
              (InjectedValues.current.entrance, InjectedValues.current.resource)
            }
          }
          let (entrance, resource) = read()
          tenants.removeScope(for: "a")
          #expect(entrance.worker.seen() == "a 1" && entrance.tenant == "a")
          return resource
        }
        weak let kept = resource()
        #expect(kept == nil)
      }
    }
  }

  @Test func `what a default makes in a kept scope doesn't hold the one around that it has opened`()
  {
    func seller() -> Seller {
      withTestScope {
        _ = InjectedValues.current.offices
        return withInjected(\.request, 1) {
          let report = InjectedValues.current.clerk.ofClerk.wrappedValue
          #expect(report.seller !== InjectedValues.current.seller)
          return report.seller
        }
      }
    }
    weak let kept = seller()
    // Not what the message would show.
    let isKept = kept != nil
    #expect(!isKept)
  }

  /// It would be the long scope's, if the other one were there.
  @Test func `a long scope keeps nothing that is built late from a removed one`() {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
      withInjected(\.request, 1) {
        func late() -> Late {
          let visitor = withInjected(tenants.values(for: "a")) { InjectedValues.current.visitor }
          tenants.removeScope(for: "a")
          let late = visitor.late()
          #expect(late.first == "a 1" && visitor.late() === late)
          return late
        }
        weak let kept = late()
        #expect(kept == nil)
      }
    }
  }

  /// It stands on that default, too, which stays.
  @Test func `what an object of a default reads late from a removed scope is built once`() {
    withTestScope {
      let hub = InjectedValues.current.tenantsHub
      hub.tenants.removeScope(for: "north")
      for _ in 1...2 { #expect(hub.reader.ofHub() === hub.reader.ofHub()) }
      #expect(hub.reader.ofHub().tenant == "north")
    }
  }

  /// The scope lies in the removed one, which is younger than what keeps the default.
  @Test func `what an object reads late from a scope that a default has opened goes with it`() {
    withTestScope {
      func report() -> Report {
        let counter = withInjected(\.request, 1) { InjectedValues.current.shop.counter }
        let report = counter.report()
        #expect(report.request == 1 && report.tenant == "a" && counter.report() === report)
        return report
      }
      weak let (kept, seller): (Report?, Seller?) = { ($0, $0.seller) }(report())
      #expect(kept == nil && seller == nil)
    }
  }

  /// The second one is built when the scope that keeps the first one has gone, and kept by what the
  /// first one's code has made.
  @Test(arguments: [true, false])
  func `a late value that keeps an entered scope goes with it`(isTask: Bool) async {
    await withTestScope {
      _ = InjectedValues.current.offices
      func visit() async -> (Opener, Enterer) {
        let opener = withInjected(\.request, 1) { InjectedValues.current.opener }
        let enterer = withInjected(opener.values) { InjectedValues.current.enterer }
        let entered = isTask ? await enterer.task.value : enterer.entered
        withInjected(entered) { #expect(opener.worker.seen() == "a 1") }
        return (opener, enterer)
      }
      weak let (opener, enterer): (Opener?, Enterer?) = await visit()
      let released = await eventually { opener == nil && enterer == nil }
      #expect(released)
    }
  }

  /// The object is created in the removed scope, by no default. The other scope is older or younger.
  @Test func `a scope in which an object of a removed one reads keeps nothing of it`() {
    withTestScope {
      let older = InjectedScopes<Int>(limit: 9) { $0.request = $1 }
      let tenants = InjectedScopes<String>(limit: 9) {
        $0.tenant = $1
        $0.resource = Resource()
      }
      let younger = InjectedScopes<Int>(limit: 9) { $0.request = $1 }
      func read() -> (resource: Resource, late: Late) {
        let visitor = tenants.withInjected("a") { Visitor() }
        let (late, resource) = (visitor.late(), tenants.values(for: "a").resource)
        tenants.removeScope(for: "a")
        #expect(late.first == "a 1" && visitor.late() === late)
        return (resource, late)
      }
      func expectNothing() {
        weak let (resource, late): (Resource?, Late?) = read()
        #expect(resource == nil && late == nil)
      }
      withInjected(\.request, 1, operation: expectNothing)
      older.withInjected(1, operation: expectNothing)
      younger.withInjected(1, operation: expectNothing)
    }
  }

  /// Each task enters the tenant's scope anew, after the one before was removed.
  @Test(arguments: [true, false])
  func `a job keeps removed scopes if its tasks start inside of them`(isInside: Bool) async {
    await withTestScope {
      let job = Job(isInside: isInside)
      let kept = await withCheckedContinuation { job.run(20, $0) }
      #expect(kept == (isInside ? 20 : 0))
    }
  }

  /// The kept scope is opened in it, and stays.
  @Test func `a kept scope keeps nothing of an older one that has ended`() {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: 9) { $0.tenant = $1 }
      func resource() -> Resource {
        withInjected {
          $0.request = 1
          $0.resource = Resource()
        } operation: {
          let late = withInjected(tenants.values(for: "a")) { InjectedValues.current.late }
          for _ in 0..<2 { #expect(late.seen() == "a 1") }
          return InjectedValues.current.resource
        }
      }
      for _ in 0..<3 {
        weak let kept = resource()
        #expect(kept == nil)
      }
    }
  }

  /// New layers get the addresses of those that have gone.
  @Test func `an object of one kept scope sees in others what these say, and keeps none`() {
    withTestScope {
      let early = InjectedScopes<String>(limit: 9) { $0.mailer = $1 }
      let tenants = InjectedScopes<String>(limit: 9) {
        if !$1.hasPrefix("plain") { $0.tenant = $1 }
        $0.resource = Resource()
      }
      let workers = [tenants, early].map { $0.withInjected("system") { Worker() } }
      for round in 0..<30 {
        func resource(_ id: String) -> Resource {
          let values = tenants.values(for: id)
          withInjected(values) {
            let isPlain = id.hasPrefix("plain")
            #expect(workers.map { $0.tenant() } == (isPlain ? ["system", "none"] : [id, id]))
          }
          return values.resource
        }
        for id in ["plain 1", "plain 2", "plain 3", "own \(round)"] {
          weak let kept = resource(id)
          tenants.removeScope(for: id)
          #expect(kept == nil)
        }
      }
    }
  }

  /// So a task that enters the scope of the task that has started it has no cost in memory.
  @Test(.enabled(if: canMeasureMemory))
  func `a kept scope that is entered in itself is the same`() async {
    await #expect(processExitsWith: .success) {
      try withTestScope {
        let tenants = InjectedScopes<String>(limit: 9) { $0.tenant = $1 }
        var values = InjectedValues.current
        try expectNoGrowth(5_000) { _ in
          values = withInjected(values) { tenants.withInjected("a") { .current } }
        }
        #expect(values.tenant == "a")
      }
    }
  }

  @Test func `a kept scope that is entered in a scope inside of it is that scope`() {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: 9) { $0.tenant = $1 }
      tenants.withInjected("a") {
        withInjected(\.request, 1) {
          let current = Scope.current
          tenants.withInjected("a") { #expect(Scope.current === current) }
        }
      }
    }
  }

  /// It is left before, also where another one was entered in it.
  @Test func `a kept scope that is entered again further in holds none that was left`() {
    withTestScope {
      let tenants = InjectedScopes<String>(limit: 9) { $0.tenant = $1 }
      let offices = InjectedScopes<String>(limit: 9) { $0.office = $1 }
      var values = tenants.withInjected("a") {
        offices.withInjected("north") { InjectedValues.current }
      }
      weak let left = values.scope
      values = withInjected(values) { tenants.withInjected("a") { .current } }
      #expect(left == nil && values.tenant == "a" && values.office == "north")
    }
  }

  /// The task would hold it: it is the kept scope's, which is the younger one.
  @Test func `what stands on a scope that has gone isn't held where a kept one was entered`() {
    withTestScope {
      let worker = withInjected(\.mailer, "the worker's") { Worker() }
      var entered: [(InjectedScopes<String>, InjectedValues)] = []
      func late() -> Late {
        withInjected(\.request, 1) {
          let tenants = InjectedScopes<String>(limit: 9) { $0.tenant = $1 }
          // Seen beside the worker's scope, it isn't held.
          return withInjected(worker.tenant.projectedValue) {
            tenants.withInjected("a") {
              entered.append((tenants, .current))
              let late = InjectedValues.current.late
              for _ in 1...3 { #expect(InjectedValues.current.late === late) }
              #expect(late.first == "a 1")
              return late
            }
          }
        }
      }
      weak let kept = late()
      #expect(kept == nil)
      withExtendedLifetime(entered) {}
    }
  }

  /// The porter's scope is opened before the collection is created, and holds that of the request. A
  /// default that the request keeps leads to the kept scope.
  @Test(arguments: [false, true])
  func `what is seen together with a kept scope is no younger than the request`(isInside: Bool) {
    withTestScope {
      func porter() -> Late {
        withInjected(.root) { withInjected(\.request, 1) { read() } }
      }
      func read() -> Late {
        if isInside { return withInjected(\.seller, Seller()) { readInside() } }
        return readInside()
      }
      func readInside() -> Late {
        let late = Late()
        let worker = withInjected(.root) { withInjected(\.late, late) { Worker() } }
        let guide = InjectedValues.current.guide
        withInjected(guide.worker.tenant.projectedValue) { #expect(worker.seen() == "a 1") }
        return late
      }
      weak let late = porter()
      #expect(late == nil)
    }
  }

  @Test func `a session goes before its tenant when the last task in it ends`() async {
    let ends = Log<String>()
    await withTestScope {
      $0.ends = ends
    } operation: {
      let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
      let (signal, go) = AsyncStream.makeStream(of: Void.self)
      let task = tenants.withInjected("a") {
        _ = InjectedValues.current.endOfTenant
        let sessions = InjectedValues.current.sessions
        defer { sessions.removeScope(for: "s") }
        return sessions.withInjected("s") {
          _ = InjectedValues.current.endOfSession
          return Task { for await _ in signal {} }
        }
      }
      tenants.removeScope(for: "a")
      #expect(ends.all.isEmpty)
      go.finish()
      await task.value
      #expect(await eventually { ends.all.count == 2 })
      #expect(ends.all == ["session s", "tenant a"])
    }
  }

  @Test func `a default that enters its own collection doesn't hold the scope`() {
    withTestScope {
      let tenants = InjectedValues.current.warmTenants
      weak let resource = tenants.values(for: "a").resource
      #expect(resource != nil && tenants.values(for: "a").resource === resource)
      tenants.removeScope(for: "a")
      #expect(resource == nil)
    }
  }

  /// Some scopes are opened before the base goes.
  @Test func `what is built from a base that has gone is built once`() {
    withTestScope {
      let tenants = withInjected(\.request, 7) {
        let tenants = InjectedScopes<String>(in: .current, limit: .max) { $0.tenant = $1 }
        #expect(tenants.values(for: "b").request == 7)
        return tenants
      }
      let first = tenants.values(for: "a").ofRequest
      #expect(first.request == 7)
      for number in 0..<3 {
        withInjected(\.mailer, "\(number)") {
          for id in ["a", "b"] {
            tenants.withInjected(id) { #expect(InjectedValues.current.ofRequest === first) }
          }
        }
      }
    }
  }

  /// The board holds the hub, which reads it late, and has read a default that was built outside.
  @Test func `what is built late from a base that has gone is found by all, and goes`() {
    withTestScope {
      _ = InjectedValues.current.resource
      func hub() -> Hub {
        let sessions = withInjected(\.tenant, "a") {
          InjectedScopes<String>(in: .current, limit: 9) { $0.mailer = $1 }
        }
        return withInjected(\.request, 1) {
          sessions.withInjected("s") {
            let hub = InjectedValues.current.hub
            #expect(hub.board() === InjectedValues.current.board)
            return hub
          }
        }
      }
      weak let kept = hub()
      #expect(kept == nil)
    }
  }

  @Test func `a task in a session holds the tenant of the session`() async {
    await withTestScope {
      let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
      let (signal, go) = AsyncStream.makeStream(of: Void.self)
      let (first, task) = tenants.withInjected("a") {
        let first = InjectedValues.current.late
        let task = InjectedValues.current.sessions.withInjected("s") {
          Task {
            for await _ in signal {}
            return InjectedValues.current.late
          }
        }
        return (first, task)
      }
      tenants.removeScope(for: "a")
      go.finish()
      #expect(await task.value === first)
    }
  }

  /// The collections are the process's, and older than the test's container. So of what both say, the
  /// home of a value that stands on both has what was said in the container.
  @Test func `what is opened in a container is younger than what the process kept before`() {
    let (offices, tenants) = Desk.collections
    withTestScope {
      let memo = withInjected {
        $0.request = 1
        $0.mailer = "the desk's"
      } operation: {
        tenants.withInjected("a") { InjectedValues.current.memo }
      }
      #expect(memo.first == "a 1" && memo.mailer() == "the desk's")
    }
    withTestScope {
      // The same by a default's code: while that runs, and afterwards.
      let desk = InjectedValues.current.desk
      #expect(desk.memo.first == "a 1" && desk.memo.mailer() == "the desk's")
      let memo = withInjected(desk.values) {
        tenants.withInjected("b") { InjectedValues.current.memo }
      }
      #expect(memo.first == "b 1" && memo.mailer() == "the desk's")
    }
    withTestScope {
      // Nor is it as old as the office on which the default stands.
      let desk = offices.withInjected("north") { InjectedValues.current.desk }
      #expect(desk.memo.first == "a 1" && desk.memo.mailer() == "the desk's")
      let memo = withInjected(desk.values) {
        tenants.withInjected("b") { InjectedValues.current.memo }
      }
      #expect(memo.first == "b 1" && memo.mailer() == "the desk's")
    }
  }

  /// The tenant's scope and the code's own lie side by side, until the code has read the tenant.
  @Test func `what an object was built from stays when the code around reads more`() {
    withTestScope {
      InjectedValues.current.offices.withInjected("a") {
        for stall in [InjectedValues.current.stall, InjectedValues.current.stallReadInside] {
          #expect(stall.seen == ["a 1", "a 1", "a", "a 1"])
          #expect(stall.late.seen() == "a 1")
        }
      }
    }
  }

  private func late(of tenants: InjectedScopes<String>) -> Late {
    withInjected(\.request, 2) {
      tenants.withInjected("q") { tenants.withInjected("a") { InjectedValues.current.late } }
    }
  }

  /// What a build looks at, to see whether it needs the value of another thread's, may be let go of
  /// meanwhile.
  @Test func `what goes with a scope may read a default that is about to be built`() async {
    await #expect(processExitsWith: .success) {
      let tenants = InjectedScopes<String>(limit: 2) {
        $0.tenant = $1
        $0.line = Line()
      }
      let end = ContinuousClock.now + .seconds(1)
      var request = 0
      while ContinuousClock.now < end {
        request += 1
        withInjected(\.request, request) {
          let values = InjectedValues.current
          DispatchQueue.concurrentPerform(iterations: 8) { number in
            withInjected(values) {
              tenants.withInjected("\(number % 4)") { _ = InjectedValues.current.journal }
            }
          }
        }
      }
    }
  }
}

// MARK: - Fixtures

private final class Mail: Sendable {
  private let kept: InjectedValues?
  private let task: Task<String, Never>?

  init(isTask: Bool) {
    _ = InjectedValues.current.tenant
    kept = isTask ? nil : InjectedValues.current
    task = isTask ? Task { InjectedValues.current.mailer } : nil
  }

  var value: String {
    get async { await task?.value ?? withInjected(kept!) { InjectedValues.current.mailer } }
  }
}

/// Reads a default when it goes.
private final class Line: Sendable {
  deinit { _ = InjectedValues.current.journal }
}

private final class Journal: Sendable {
  let (request, tenant) = (InjectedValues.current.request, InjectedValues.current.tenant)
}

/// Opens a scope, and enters a kept one there.
private final class Desk: Sendable {
  static let collections = inProcess {
    (
      InjectedScopes<String>(limit: 9) { $0.office = $1 },
      InjectedScopes<String>(limit: 9) {
        $0.tenant = $1
        $0.mailer = "the tenant's"
      }
    )
  }

  let office = InjectedValues.current.office
  let (values, memo) = withInjected {
    $0.request = 1
    $0.mailer = "the desk's"
  } operation: {
    (
      InjectedValues.current,
      Desk.collections.1.withInjected("a") { InjectedValues.current.memo }
    )
  }
}

/// Enters a kept scope in one of its own, and reads what both say: afterwards, or already in the
/// code of what is read there.
private final class Stall: Sendable {
  let late: Late, seen: [String]

  init(readsInside: Bool) {
    let values = InjectedValues.current
    late = withInjected {
      $0.request = 1
      $0.tenant = "the stall's"
      $0.provide(InjectedValues.lateKey.self) {
        let late = Late()
        if readsInside { _ = values.tenant }
        return late
      }
    } operation: {
      InjectedValues.current.offices.withInjected("a") { InjectedValues.current.late }
    }
    let (before, tenant) = (late.seen(), InjectedValues.current.tenant)
    seen = [late.first, before, tenant, late.seen()]
  }
}

private final class Memo: Sendable {
  let first = "\(InjectedValues.current.tenant) \(InjectedValues.current.request)"
  let mailer = Injected(\.mailer)
}

/// With a scope that is open from the start.
private enum WarmTenantsKey: InjectionKey {
  static var defaultValue: InjectedScopes<String> {
    let tenants = InjectedScopes<String>(in: .current, limit: 9) {
      $0.tenant = $1
      $0.resource = Resource()
    }
    tenants.withInjected("a") { _ = InjectedValues.current.reader }
    return tenants
  }
}

private final class End: Sendable {
  private let (text, ends): (String, Log<String>)
  init(_ text: String) { (self.text, ends) = (text, InjectedValues.current.ends) }
  deinit { ends.add(text) }
}

private final class Hub: Sendable {
  let tenant = InjectedValues.current.tenant
  let board = Injected(\.board)
}

private final class Board: Sendable {
  let resource = InjectedValues.current.resource
  let hub = InjectedValues.current.hub
}

/// A chain of tasks.
private final class Job: Sendable {
  let tenants = InjectedScopes<String>(limit: 9) {
    $0.tenant = $1
    $0.resource = Resource()
  }
  let resources = Log<WeakResource>()
  let isInside: Bool
  init(isInside: Bool) { self.isInside = isInside }

  /// Tells in the last task how many of the scopes are still there.
  func run(_ count: Int, _ end: CheckedContinuation<Int, Never>) {
    if count == 0 { return end.resume(returning: resources.all.count { $0.object != nil }) }
    tenants.withInjected("north") {
      resources.add(WeakResource(InjectedValues.current.resource))
      if isInside { _ = Task { run(count - 1, end) } }
    }
    tenants.removeScope(for: "north")
    if !isInside { _ = Task { run(count - 1, end) } }
  }
}

private struct WeakResource: Sendable {
  weak let object: Resource?
  init(_ object: Resource) { self.object = object }
}

private final class Early: Sendable {
  let tenant = Injected(\.tenant)
  let first = InjectedValues.current.tenant
}

private final class OfRequest: Sendable {
  let request = InjectedValues.current.request
}

private final class Reader: Sendable {
  let mailer = Injected(\.mailer)
  // It belongs to the scope that sets both.
  let values = (InjectedValues.current.tenant, InjectedValues.current.mailer)
}

private final class Resource: Sendable {}

/// Creates an object in a tenant's scope.
private final class TenantsHub: Sendable {
  let tenants = InjectedScopes<String>(limit: 9) { $0.tenant = $1 }
  let reader: LateReader
  init() { reader = tenants.withInjected("north") { LateReader() } }
}

private final class LateReader: Sendable { let ofHub = Injected(\.ofHub) }

private final class OfHub: Sendable {
  let (tenant, hub) = (InjectedValues.current.tenant, InjectedValues.current.tenantsHub)
}

/// Enters a kept scope, and opens one there.
private final class Shop: Sendable {
  let request = InjectedValues.current.request
  let counter = InjectedScopes<String>(limit: 9) { $0.tenant = $1 }
    .withInjected("a") { withInjected(\.seller, Seller()) { Counter() } }
}

/// Opens a scope, and creates an object there.
private final class Entrance: Sendable {
  let tenant = InjectedValues.current.tenant
  let worker = withInjected(\.mailer, "of the entrance") { Worker() }
}

/// Opens a scope, and enters a kept one there.
private final class Clerk: Sendable {
  let ofClerk = withInjected(\.seller, Seller()) {
    InjectedValues.current.offices.withInjected("a") { Injected(\.ofClerk) }
  }
}

/// A default of the scope that a clerk has opened.
private final class OfClerk: Sendable {
  let (seller, clerk) = (InjectedValues.current.seller, InjectedValues.current.clerk)
}

private final class Counter: Sendable { let report = Injected(\.report) }

private final class Seller: Sendable { let tenant = Injected(\.tenant) }

private final class Report: Sendable {
  let (tenant, seller) = (InjectedValues.current.tenant, InjectedValues.current.seller)
  let request = InjectedValues.current.request
}

private final class Opener: Sendable {
  let (request, values) = (InjectedValues.current.request, InjectedValues.current)
  // What the scope says holds the scope of this code.
  let worker = withInjected(\.seller, Seller()) { Worker() }
}

private final class Enterer: Sendable {
  let request = InjectedValues.current.request
  let entered: InjectedValues
  let task: Task<InjectedValues, Never>

  init() {
    let offices = InjectedValues.current.offices
    entered = offices.withInjected("a") { .current }
    task = withInjected(\.mailer, "of the task") {
      Task { offices.withInjected("a") { .current } }
    }
  }
}

/// Creates an object in a kept scope.
private final class Guide: Sendable {
  let request = InjectedValues.current.request
  let worker = InjectedValues.current.offices.withInjected("a") { Worker() }
}

private final class Visitor: Sendable {
  let tenant = InjectedValues.current.tenant
  let late = Injected(\.late)
}

private final class Worker: Sendable {
  let tenant = Injected(\.tenant)
  private let request = Injected(\.request)
  func seen() -> String { "\(tenant.wrappedValue) \(request.wrappedValue)" }
}

private final class Late: Sendable {
  let tenant = Injected(\.tenant)
  private let request = Injected(\.request)
  func seen() -> String { "\(tenant.wrappedValue) \(request.wrappedValue)" }
  let first = "\(InjectedValues.current.tenant) \(InjectedValues.current.request)"
}

private enum SessionsKey: InjectionKey {
  static var defaultValue: InjectedScopes<String> {
    InjectedScopes(in: .current, limit: .max) { $0.mailer = $1 }
  }
  static var lifetime: InjectionLifetime { .scoped(by: InjectedValues.tenantKey.self) }
}

extension InjectedValues {
  @Injectable fileprivate var line: Line = Line()
  @Injectable fileprivate var journal: Journal = Journal()
  @Injectable fileprivate var tenant: String = "none"
  @Injectable fileprivate var office: String = "none"
  @Injectable fileprivate var desk: Desk = Desk()
  @Injectable fileprivate var stall: Stall = Stall(readsInside: false)
  @Injectable fileprivate var stallReadInside: Stall = Stall(readsInside: true)
  @Injectable fileprivate var memo: Memo = Memo()
  @Injectable fileprivate var request: Int = 0
  @Injectable fileprivate var mailer: String = "the root's"
  @Injectable fileprivate var mail: Mail = Mail(isTask: false)
  @Injectable fileprivate var mailTask: Mail = Mail(isTask: true)
  @Injectable fileprivate var late: Late = Late()
  @Injectable fileprivate var reader: Reader = Reader()
  @Injectable fileprivate var visitor: Visitor = Visitor()
  @Injectable fileprivate var ofRequest: OfRequest = OfRequest()
  fileprivate var warmTenants: InjectedScopes<String> { self[WarmTenantsKey.self] }
  @Injectable fileprivate var ends = Log<String>()
  @Injectable fileprivate var endOfTenant: End = End("tenant \(InjectedValues.current.tenant)")
  @Injectable fileprivate var endOfSession: End = End("session \(InjectedValues.current.mailer)")
  @Injectable fileprivate var early: Early = Early()
  @Injectable fileprivate var hub: Hub = Hub()
  @Injectable fileprivate var board: Board = Board()
  @Injectable fileprivate var tenantsHub: TenantsHub = TenantsHub()
  @Injectable fileprivate var ofHub: OfHub = OfHub()
  @Injectable fileprivate var shop: Shop = Shop()
  @Injectable
  fileprivate var offices: InjectedScopes<String> = InjectedScopes(limit: 9) { $0.tenant = $1 }
  @Injectable fileprivate var guide: Guide = Guide()
  @Injectable fileprivate var opener: Opener = Opener()
  @Injectable fileprivate var enterer: Enterer = Enterer()
  @Injectable fileprivate var seller: Seller = Seller()
  @Injectable fileprivate var entrance: Entrance = Entrance()
  @Injectable fileprivate var clerk: Clerk = Clerk()
  @Injectable fileprivate var ofClerk: OfClerk = OfClerk()
  @Injectable fileprivate var report: Report = Report()
  @Injectable fileprivate var resource: Resource = Resource()
  fileprivate var sessions: InjectedScopes<String> { self[SessionsKey.self] }
}
