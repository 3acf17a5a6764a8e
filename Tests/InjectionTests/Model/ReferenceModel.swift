import Injection

// The rules of DESIGN.md, sections 3 and 4, in the plainest code: nothing is cached, nothing is kept.
// Every question is answered by walking over lists of scopes again.
//
// Where the rules leave open who shares an instance with whom, the library promises this, and the
// model says the same:
// - A default that is read through a mixed view (a current scope's part over a home elsewhere) is kept
//   by the current chain's own scope if that sees the same overrides of everything it read, else by
//   the two together.
// - Who shares what is read by an object whose home is such a pair is open, unless the home wins.
// - A value that outlives its scope sees the same overrides as before. What it has to build then is
//   its own: only values are compared, not who shares them.
// - A default that is read through a mixed view, and whose code has other objects read meanwhile, sees
//   the right values. Who shares it is open.

/// A scope of the model.
final class ModelScope: Sendable {
  let number: Int
  /// What it was opened in; empty for a root.
  let outside: ModelView
  let container: Int
  let overrides: [Int: ModelOverride]

  init(_ number: Int, in outside: ModelView, container: Int, _ overrides: [Int: ModelOverride]) {
    self.number = number
    self.outside = outside
    self.container = container
    self.overrides = overrides
  }

  var isProcessRoot: Bool { outside.isEmpty && container == 0 }

  func isIn(_ view: ModelView) -> Bool { view.contains { $0 === self } }

  /// This scope and all outside it, from the inside out.
  var chain: ModelView { [self] + outside }
}

/// An override: the object that was given, and where that object was made.
struct ModelOverride: Sendable {
  let tag: Int
  let home: ModelView
}

/// What a read looks through, from the inside out.
typealias ModelView = [ModelScope]

extension ModelView {
  var container: Int { last!.container }
  var numbers: [Int] { map(\.number) }
  var root: ModelView { [last!] }

  /// Whether it is the current scope's part over a home elsewhere, or a scope in such a view.
  var isMixed: Bool {
    let isOwn = elementsEqual(self[0].chain) { $0 === $1 }
    return !isOwn || count > 1 && ModelView(dropFirst()).isMixed
  }
}

/// What the code of a key's default does.
struct ModelProgram: Sendable {
  var lifetime: InjectionLifetime
  var steps: [Step] = []
  /// The keys that an object of this key reads late.
  var late: [Int] = []

  enum Step: Sendable {
    /// Reads a key.
    case read(Int)
    /// Reads a key, and makes the object that it gets read one of its late keys at once.
    case through(Int, late: Int)
    /// Opens a scope that overrides a key, and reads another one in there.
    case nested(overriding: Int, tag: Int, reading: Int)
  }
}

struct ReferenceModel {
  static let processContainer = 0
  let programs: [ModelProgram]

  /// R2, R3: what is seen from `current` by an object whose home is `home`.
  func view(from current: ModelView, home: ModelView) -> ModelView {
    if current.container != Self.processContainer && current.container != home.container {
      return current
    }
    if home.allSatisfy({ $0.isIn(current) }) { return current }
    if current.allSatisfy({ $0.isIn(home) || $0.isProcessRoot }) { return home }
    return [current[0]] + view(from: ModelView(current.dropFirst()), home: home)
  }

  /// R2: the nearest override.
  func override(of key: Int, in view: ModelView) -> ModelOverride? {
    for scope in view {
      if let override = scope.overrides[key] { return override }
    }
    return nil
  }

  /// One thing that a read depends on: an override, or that there is none in a container.
  enum Seen: Equatable {
    case override(key: Int, tag: Int)
    case none(key: Int, container: Int)
  }

  /// Everything that a read of `key` depends on.
  func trace(_ key: Int, in view: ModelView) -> [Seen] {
    if let override = override(of: key, in: view) {
      return [.override(key: key, tag: override.tag)]
    }
    let none = Seen.none(key: key, container: view.container)
    // R11: a singleton is the same in the whole container.
    if programs[key].lifetime == .singleton { return [none] }
    return [none] + programs[key].steps.flatMap { trace($0, in: view) }
  }

  private func trace(_ step: ModelProgram.Step, in view: ModelView) -> [Seen] {
    switch step {
    case .read(let key):
      trace(key, in: view)
    case .through(let key, let late):
      trace(key, in: view)
        + trace(programs[key].late[late], in: self.view(throughValueOf: key, in: view))
    case .nested(let overridden, let tag, let key):
      trace(key, in: nested(overriding: overridden, tag: tag, in: view))
    }
  }

  /// What the object that is read sees when it reads at once.
  func view(throughValueOf key: Int, in view: ModelView) -> ModelView {
    if let override = override(of: key, in: view) {
      return self.view(from: view, home: override.home)
    }
    // A transient value belongs to whoever asked (R8).
    if programs[key].lifetime == .transient { return view }
    return self.view(from: view, home: owner(of: key, in: view))
  }

  /// A scope that a default opens while it is built.
  func nested(overriding key: Int, tag: Int, in view: ModelView) -> ModelView {
    let scope = ModelScope(
      -1,
      in: view,
      container: view.container,
      [key: ModelOverride(tag: tag, home: view)]
    )
    return scope.chain
  }

  /// The one rule: the outermost scope that sees the same overrides of everything that is read.
  func owner(of key: Int, in view: ModelView) -> ModelView {
    if programs[key].lifetime == .singleton { return view.root }
    let seen = trace(key, in: view)
    var owner = view
    while owner.count > 1, trace(key, in: ModelView(owner.dropFirst())) == seen {
      owner.removeFirst()
    }
    // A mixed view: see the top of this file.
    let own = owner[0].chain
    return trace(key, in: own) == seen ? own : owner
  }

  /// Whether it is open who shares the default: see the top of this file.
  func isOpen(_ key: Int, in view: ModelView) -> Bool {
    view.isMixed && hasObjectsRead(key)
  }

  /// Whether the key's code has an object read late while the key is built.
  private func hasObjectsRead(_ key: Int) -> Bool {
    programs[key].steps.contains { step in
      switch step {
      case .read(let key), .nested(_, _, let key): hasObjectsRead(key)
      case .through: true
      }
    }
  }
}
