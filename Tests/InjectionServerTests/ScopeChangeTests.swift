import Foundation
import Injection
import InjectionMacros
import InjectionServer
import TestSupport
import Testing

/// A scope of a collection that needs itself stops the process with the ids, and never hangs.
@Suite(.timeLimit(.minutes(3))) struct ScopeChangeTests {
  @Test(arguments: circles.keys.sorted())
  func `a scope that needs itself stops the process with the ids`(path: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [path] in
      Watchdog.start()
      try await circles[path]!()
    }
    result.expectMessage(
      "A scope needs itself while it is \(path)\n\n  Created at: ScopeChangeTests.swift:",
      path.hasPrefix("opened")
        ? """
        To fix this:
        - In the opening closure, use the values that it sets instead of entering the scope.
        - Or move what the scopes share to the scope around them, the collection's base.

        """
        : """
        To fix this:
        - In the closing closure, use the values that are passed to it, which are the scope's.
        - Or do this in an operation, before the scope is removed.

        """
    )
  }

  /// Each task opens one of the scopes before it needs the next one.
  @Test(arguments: [2, 3])
  func `tasks whose scopes need each other stop with the ids`(count: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [count] in
      Watchdog.start()
      let gates = (0..<count).map { _ in Gate() }
      let scopes = scopes { id, scopes in
        gates[id].open()
        for gate in gates { await gate.wait() }
        try await scopes.withInjected((id + 1) % count) {}
      }
      try await withThrowingTaskGroup { group in
        for id in 0..<count { group.addTask { try await scopes.withInjected(id) {} } }
        try await group.waitForAll()
      }
    }
    // Whichever task comes last.
    let paths = (0..<count).map { start in
      (0...count).map { "\"\((start + $0) % count)\"" }.joined(separator: " → ")
    }
    let message = result.message
    #expect(paths.contains { message.contains("while it is opened: \($0)\n") }, "\(message)")
  }

  /// A child task can't be told from one that the opening doesn't wait for.
  @Test(arguments: [1, 2])
  func `an opening that may wait for itself in another task is told of`(count: Int) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [count] in
      // Safe: no other code of this process reads the environment yet.
      unsafe setenv("INJECTION_WAIT_MILLISECONDS", "50", 1)
      liveProcess()
      let scopes = scopes { id, scopes in
        // The last one waits in a task until it is canceled, so that the process ends.
        if id < count - 1 { return try await scopes.withInjected(id + 1) {} }
        try await withThrowingTaskGroup { group in
          group.addTask { try await scopes.withInjected(0) {} }
          try await Task.sleep(for: .milliseconds(300))
          group.cancelAll()
        }
      }
      try await scopes.withInjected(0) {}
    }
    result.expectMessage(
      "A scope may need itself while it is opened: "
        + (count == 1 ? #""0" → "0""# : #""0" → "1" → "0""#) + "\n\n  Created at: ",
      "To fix this:\n- In the opening closure, use the values that it sets instead"
    )
  }

  @Test(arguments: removing.keys.sorted())
  func `removing all from inside stops the process`(place: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [place] in
      Watchdog.start()
      try await removing[place]!()
    }
    result.expectMessage(
      "shutDown() must be called outside of a collection's scopes (was called inside).\n\n",
      "  Created at: ScopeChangeTests.swift:",
      "\n\nTo fix this:\n- Call it after the server has stopped: it waits"
    )
  }

  // MARK: What doesn't need itself

  @Test func `a task that an opening or a closing starts may wait for the scope`() async throws {
    let log = Log<String>()
    let tasks = Log<Task<Void, any Error>>()
    let scopes = scopes { id, scopes in
      tasks.add(Task { try await scopes.withInjected(id) { log.add("works in \(id)") } })
      for _ in 0..<100 { await Task.yield() }
      log.add("opened \(id)")
    } closing: { id, scopes in
      if log.all.contains("closed \(id)") { return }
      tasks.add(Task { try await scopes.withInjected(id) {} })
      for _ in 0..<100 { await Task.yield() }
      log.add("closed \(id)")
    }
    try await scopes.withInjected(1) {}
    try await tasks.all[0].value
    scopes.removeScope(for: 1)
    #expect(await eventually { tasks.all.count > 2 })
    for task in tasks.all { try await task.value }
    #expect(log.all.prefix(2) == ["opened 1", "works in 1"])
    #expect(log.all.contains("closed 1") && log.all.count { $0 == "opened 1" } == 2)
  }

  @Test func `scopes may need others that don't need them while they open`() async throws {
    let others = scopes()
    let scopes = scopes { id, scopes in
      // The same id of another collection.
      try await others.withInjected(id) { if id > 0 { try await scopes.withInjected(id - 1) {} } }
    } closing: { id, scopes in
      if id > 0 { try await others.withInjected(id) {} }
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<100 { group.addTask { try await scopes.withInjected(number % 10) {} } }
      try await group.waitForAll()
    }
    try await scopes.withInjected(1) {
      try await scopes.withInjected(0) { try await scopes.withInjected(1) {} }
      await others.shutDown()
    }
    await scopes.shutDown()
  }

  /// Each closing enters the next one's scope, and 1 needs none.
  @Test func `a scope that a closing pushes out may need the one that is closed`() async throws {
    let closed = Log<Int>()
    let scopes = scopes(
      limit: 2,
      closing: { id, scopes in
        if id == 2 || id == 3 { try await scopes.withInjected(id - 1) {} }
        closed.add(id)
      }
    )
    // 4 pushes 2 out, whose closing opens 1. That pushes 3 out, whose closing opens 2 again.
    for id in [2, 3, 4] { try await scopes.withInjected(id) {} }
    #expect(await eventually { closed.all.contains(3) })
    await scopes.shutDown()
    #expect(Set(closed.all) == [1, 2, 3, 4])
  }

  @Test func `a closing may remove a scope that needs the one that is closed`() async throws {
    let closed = Log<Int>()
    let scopes = scopes(closing: { id, scopes in
      if id == 1, closed.all.isEmpty { scopes.removeScope(for: 2) }
      if id == 2 { try await scopes.withInjected(1) {} }
      closed.add(id)
    })
    for id in [1, 2] { try await scopes.withInjected(id) {} }
    scopes.removeScope(for: 1)
    #expect(await eventually { closed.all.contains(2) })
    await scopes.shutDown()
    #expect(closed.all.sorted() == [1, 1, 2])
  }

  @Test func `a detached task may end the collection in an operation`() async throws {
    let scopes = scopes()
    let end = try await scopes.withInjected(1) { Task.detached { await scopes.shutDown() } }
    await end.value
  }

  @Test func `an identifier's comparison may ask the collection that compares it`() async throws {
    let scopes = InjectedScopes<Curious>(limit: .max) { _, _ in }
    Curious.ask.withLock { $0 = { scopes.values(for: Curious(number: 3)).context } }
    for number in [1, 2, 1] { _ = scopes.values(for: Curious(number: number)) }
    scopes.removeScope(for: Curious(number: 2))
    let others = AsyncInjectedScopes<Curious>(limit: .max) { _, _ in }
    Curious.ask.withLock { $0 = { others.removeScope(for: Curious(number: 3)) } }
    for number in [1, 2, 1] { try await others.withInjected(Curious(number: number)) {} }
    others.removeScope(for: Curious(number: 2))
    Curious.ask.withLock { $0 = nil }
    await others.shutDown()
  }

  @Test func `an operation stays on its actor`() async throws {
    let scopes = scopes()
    try await Worker().work(in: scopes)
  }
}

// MARK: - Circles

/// The openings and closings, by the paths of their messages.
private let circles: [String: @Sendable () async throws -> Void] = [
  #"opened: "1" → "1""#: {
    try await scopes { try await $1.withInjected($0) {} }.withInjected(1) {}
  },
  #"opened: "1" → "2" → "3" → "1""#: {
    try await scopes { try await $1.withInjected($0 % 3 + 1) {} }.withInjected(1) {}
  },
  // In an operation of another scope, which is open.
  #"opened: "4" → "4""#: {
    try await scopes { id, scopes in
      if id > 0 { try await scopes.withInjected(0) { try await scopes.withInjected(id) {} } }
    }.withInjected(4) {}
  },
  // Through another collection.
  #"opened: "5" → "6" → "5""#: {
    try await scopes { _, outer in
      try await scopes { _, _ in try await outer.withInjected(5) {} }.withInjected(6) {}
    }.withInjected(5) {}
  },
  #"opened: "7" → "7""#: { _ = syncScopes { _ = $1.values(for: $0) }.values(for: 7) },
  #"opened: "8" → "9" → "8""#: { _ = syncScopes { _ = $1.values(for: 17 - $0) }.values(for: 8) },
  // Through a default, on a thread that runs no task.
  #"opened: "10" → "10""#: {
    onThreads { _ in _ = scopesOfDefault.values(for: 10) }
  },
  #"closed: "1" → "1""#: {
    let scopes = scopes(closing: { try await $1.withInjected($0) {} })
    try await scopes.withInjected(1) {}
    scopes.removeScope(for: 1)
    await Gate().wait()
  },
  // Opened and closed again and again.
  #"closed: "2" → "3" → "2""#: {
    let scopes = scopes(closing: { try await $1.withInjected(5 - $0) {} })
    try await scopes.withInjected(2) {}
    await scopes.shutDown()
    await Gate().wait()
  },
  // Needed by an opening.
  #"closed: "4" → "5" → "4""#: {
    let scopes = scopes { id, scopes in
      if id == 5 { try await scopes.withInjected(4) {} }
    } closing: {
      try await $1.withInjected($0 + 1) {}
    }
    try await scopes.withInjected(4) {}
    await scopes.shutDown()
  },
]

/// The calls, by their places.
private let removing: [String: @Sendable () async throws -> Void] = [
  "in an operation": {
    let scopes = scopes()
    try await scopes.withInjected(1) { await scopes.shutDown() }
  },
  "in a child task of an operation": {
    let scopes = scopes()
    try await scopes.withInjected(1) {
      async let end: Void = scopes.shutDown()
      await end
    }
  },
  "in a task that an operation has started": {
    let scopes = scopes()
    let task = try await scopes.withInjected(1) {
      try await scopes.withInjected(2) { Task { await scopes.shutDown() } }
    }
    await task.value
  },
  "in an opening": {
    try await scopes { await $1.shutDown() }.withInjected(4) {}
  },
  "in a closing": {
    let scopes = scopes(closing: { await $1.shutDown() })
    try await scopes.withInjected(5) {}
    await scopes.shutDown()
  },
]

// MARK: - Fixtures

private typealias Scopes = AsyncInjectedScopes<Int>

/// A collection whose closures get the collection itself.
private func scopes(
  limit: Int = .max,
  _ opening: @escaping @Sendable (Int, Scopes) async throws -> Void = { _, _ in },
  closing: @escaping @Sendable (Int, Scopes) async throws -> Void = { _, _ in }
) -> Scopes {
  let own = Log<Scopes>()
  let scopes = Scopes(limit: limit) { _, id in
    try await opening(id, own.all[0])
  } closing: { _, id, _ in
    try await closing(id, own.all[0])
  }
  own.add(scopes)
  return scopes
}

private func syncScopes(
  _ update: @escaping @Sendable (Int, InjectedScopes<Int>) -> Void
) -> InjectedScopes<Int> {
  let own = Log<InjectedScopes<Int>>()
  let scopes = InjectedScopes<Int>(limit: .max) { update($1, own.all[0]) }
  own.add(scopes)
  return scopes
}

/// Asks a collection when it is compared or hashed. All have one hash.
private struct Curious: Hashable {
  static let ask = Lock<(@Sendable () -> Any)?>(nil)
  @TaskLocal private static var isAsking = false
  let number: Int

  private static func askOnce() {
    if isAsking { return }
    $isAsking.withValue(true) { _ = ask.withLock { $0 }?() }
  }

  static func == (one: Curious, other: Curious) -> Bool {
    askOnce()
    return one.number == other.number
  }

  func hash(into hasher: inout Hasher) { Self.askOnce() }
}

private actor Worker {
  private var count = 0

  func work(in scopes: Scopes) async throws {
    try await scopes.withInjected(1) {
      assertIsolated()
      await Task.yield()
      count += 1
    }
  }
}

private let scopesOfDefault = syncScopes { _, _ in _ = InjectedValues[\.needingScope] }

extension InjectedValues {
  @Injectable
  fileprivate var needingScope: Bool = scopesOfDefault.values(for: 10).context == .test
}
