import Injection

/// Opens many scopes at once, each with a repository of its own, and looks who sees what.
struct ScopeTrial {
  /// Runs an operation in a scope with another repository.
  typealias Enter = @Sendable (any Repository, () async throws -> Void) async throws -> Void

  /// How many scopes.
  var count = 1_000

  /// How to open one. A test passes ways that do not work, to see the trial fail.
  var enter: Enter = { repository, operation in
    try await withInjected(\.repository, repository, operation: operation)
  }

  struct Outcome: Equatable {
    /// How many scopes saw their own articles and no others.
    var ownOnly = 0
    /// How many scopes saw anything else.
    var others = 0
    /// How often the scope outside was looked at, and saw what it had seen before.
    var outsideUnchanged = 0
    /// How often it saw anything else.
    var outsideChanged = 0
  }

  /// - Throws: What the repository of the scope outside throws at the first look.
  func run() async throws -> Outcome {
    let outside = BasketService()
    let before = try outside.articles()
    let isUnchanged = { (service: BasketService) in (try? service.articles()) == before }
    let everybodyIn = Rendezvous(of: count)

    return await withTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask { await seesOwnOnly(number, everybodyIn) }
      }
      // From here on all scopes are open, until they are told to go on.
      await everybodyIn.waitForAll()
      var outcome = Outcome()
      outcome.count(outside: isUnchanged(outside))
      outcome.count(outside: isUnchanged(BasketService()))

      await everybodyIn.open()
      for await isRight in group { outcome.count(scope: isRight) }
      // Now all are closed.
      outcome.count(outside: isUnchanged(outside))
      outcome.count(outside: isUnchanged(BasketService()))
      return outcome
    }
  }

  private func seesOwnOnly(_ number: Int, _ everybodyIn: Rendezvous) async -> Bool {
    let own = [Article(name: "Article of scope \(number)", cents: number)]
    var seen: [[Article]] = []
    var hasArrived = false
    do {
      try await enter(OneScopesRepository(articles: own)) {
        let service = BasketService()
        seen.append(try service.articles())
        hasArrived = true
        await everybodyIn.arrive()
        // Most likely on another thread than before.
        seen.append(try service.articles())
        seen.append(try BasketService().articles())
        async let child = BasketService().articles()
        seen.append(try await child)
      }
    } catch {
      // A scope's own repository never throws: this one is not its own.
      seen = []
    }
    if !hasArrived { await everybodyIn.arrive() }
    return seen.count == 4 && seen.allSatisfy { $0 == own }
  }
}

extension ScopeTrial.Outcome {
  /// Whether each scope saw only its own, and the scope outside saw none of it.
  var isRight: Bool { ownOnly > 0 && others == 0 && outsideUnchanged > 0 && outsideChanged == 0 }

  fileprivate mutating func count(scope isRight: Bool) {
    if isRight { ownOnly += 1 } else { others += 1 }
  }

  fileprivate mutating func count(outside isUnchanged: Bool) {
    if isUnchanged { outsideUnchanged += 1 } else { outsideChanged += 1 }
  }
}

extension ScopeTrial.Outcome: CustomStringConvertible {
  var description: String {
    """
    \(ownOnly + others) scopes at once, each with a repository of its own
      \(ownOnly) saw their own articles only, \(others) saw others
      The scope outside was looked at \(outsideUnchanged + outsideChanged) times \
    and saw theirs \(outsideChanged) times
    """
  }
}

extension BasketService {
  /// What an empty basket holds once the service has filled it.
  fileprivate func articles() throws -> [Article] {
    let basket = Basket()
    try addArticles(to: basket)
    return basket.articles
  }
}

private struct OneScopesRepository: Repository {
  let articles: [Article]
  func getAll() -> [Article] { articles }
}
