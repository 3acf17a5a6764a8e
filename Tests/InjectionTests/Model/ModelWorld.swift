/// What runs a program: the library, or the oracle that says what the library must do.
protocol ModelWorld: AnyObject {
  /// What code sees, and may change.
  associatedtype Values
  associatedtype Object: AnyObject

  var current: Values { get }
  func enter(_ values: Values, _ operation: () -> Void)
  /// Opens a scope.
  func open(_ update: (inout Values) -> Void, _ operation: () -> Void)

  func read(_ key: Int, in values: Values) -> Object
  func read(_ key: Int, through object: Object) -> Object

  /// What an object sees now.
  func seen(by object: Object) -> Values
  /// What was current when an object was made; some objects know.
  func captured(by object: Object) -> Values?

  func set(_ key: Int, to object: Object, in values: inout Values)
  /// Replaces a key's code.
  ///
  /// - Parameter outside: What the code sees as `readOutside`.
  func provide(_ key: Int, _ steps: [ModelStep], outside: Values?, in values: inout Values)
  /// Copies values that are changed. The caller holds the copy until the changes are over.
  func copy(_ values: inout Values) -> Values

  /// Where code may use objects from anywhere: what the program has, and the values outside of all
  /// scopes.
  var outside: (objects: [Object], values: Values)? { get set }

  /// Lets a scope be counted in which nothing else is.
  func witness(_ values: inout Values)

  func makeObject(_ data: Int, _ parts: [Object]) -> Object
  func data(of object: Object) -> Int
  func parts(of object: Object) -> [Object]
}

extension ModelWorld {
  /// Runs a default's code.
  func run(_ steps: [ModelStep], of key: Int, outside: Values?) -> (data: Int, parts: [Object]) {
    var run = ModelRun(world: self, outside: outside, data: key &* 1_000_003)
    for step in steps { run.run(step) }
    return (run.data, run.parts)
  }

  /// Changes values.
  ///
  /// - Parameters:
  ///   - before: What code that is provided sees outside.
  ///   - objects: What the program has so far.
  ///   - tell: Is told what is read, and of copies.
  func change(
    _ values: inout Values,
    _ changes: [ModelChange],
    before: Values?,
    objects: [Object],
    tell: (ModelUpdate<Self>) -> Void
  ) {
    // Where objects may be from anywhere, code that holds what it sees outside may hold itself.
    let before = outside == nil ? before : nil
    for change in changes {
      switch change {
      case .set(let key, .read(let other)):
        if let before { set(key, to: read(other, in: before), in: &values) }
      case .set(let key, .object(let number)) where !objects.isEmpty:
        set(key, to: objects[number % objects.count], in: &values)
      case .set(let key, .rooted(let data)):
        var object: Object?
        enter(outside!.values) { object = makeObject(data, []) }
        set(key, to: object!, in: &values)
      case .become(.outside(let number, let pick)):
        if let object = object(outside: number, pick) { values = self.values(of: object, pick) }
      case .become: break
      case .set(let key, .made(let data)), .set(let key, .object(let data)):
        set(key, to: makeObject(data, []), in: &values)
      case .provide(let key, let steps): provide(key, steps, outside: before, in: &values)
      case .read(let key): tell(.read(key, read(key, in: values)))
      case .escape: tell(.copy(copy(&values)))
      }
    }
  }

  /// An object, or one that it holds.
  func pick(_ pick: Int, from object: Object) -> Object {
    let parts = parts(of: object)
    let choice = pick % (parts.count + 1)
    return choice == 0 ? object : self.pick(pick / (parts.count + 1), from: parts[choice - 1])
  }

  /// An object that the program has, or one that it holds.
  func object(outside number: Int, _ pick: Int) -> Object? {
    guard let objects = outside?.objects, !objects.isEmpty else { return nil }
    return self.pick(pick % 64, from: objects[number % objects.count])
  }

  /// What an object captured or sees.
  ///
  /// - Parameter pick: Says which of the two: from 64 on, what it captured, if it did.
  func values(of object: Object, _ pick: Int) -> Values {
    if pick >= 64, let values = captured(by: object) { return values }
    return seen(by: object)
  }
}

/// One run of a default's code.
private struct ModelRun<World: ModelWorld> {
  let world: World
  let outside: World.Values?
  var data: Int
  var parts: [World.Object] = []

  private mutating func add(_ object: World.Object, _ factor: Int) {
    data = data &* factor &+ world.data(of: object)
  }

  mutating func run(_ step: ModelStep) {
    switch step {
    case .read(let key): add(world.read(key, in: world.current), 31)
    case .hold(let key):
      parts.append(world.read(key, in: world.current))
      add(parts.last!, 41)
    case .make: parts.append(world.makeObject(data, []))
    case .readThrough(let source, let key):
      guard let (object, _) = object(source) else { return }
      let read = world.read(key, through: object)
      add(read, 37)
      if case .outside = source { parts.append(read) }
    case .readIn(let source, let key):
      guard let (object, pick) = object(source) else { return }
      add(world.read(key, in: world.values(of: object, pick)), 43)
    case .readOutside(let key): if let outside { add(world.read(key, in: outside), 47) }
    case .ifEven(let step): if data.isMultiple(of: 2) { run(step) }
    case .open(let changes, let steps):
      let before = world.current
      world.open {
        change(&$0, changes, before)
      } _: {
        for step in steps { run(step) }
      }
    case .enter(let source, let steps):
      guard let (object, pick) = object(source) else { return }
      world.enter(world.values(of: object, pick)) { for step in steps { run(step) } }
    case .change(let source, let changes, let steps):
      guard let (object, pick) = object(source) else { return }
      let before = world.values(of: object, pick)
      var values = before
      change(&values, changes, before)
      world.enter(values) { for step in steps { run(step) } }
    }
  }

  private mutating func object(_ source: ModelSource) -> (World.Object, pick: Int)? {
    switch source {
    case .key(let key, let pick):
      return (world.pick(pick % 64, from: world.read(key, in: world.current)), pick)
    case .own(let pick):
      if parts.isEmpty { return nil }
      return (world.pick(pick % 64 / parts.count, from: parts[pick % parts.count]), pick)
    case .outside(let number, let pick):
      return world.object(outside: number, pick).map { ($0, pick) }
    }
  }

  private mutating func change(
    _ values: inout World.Values,
    _ changes: [ModelChange],
    _ before: World.Values
  ) {
    world.change(&values, changes, before: before, objects: []) { step in
      switch step {
      case .read(_, let object): add(object, 53)
      // The object holds the copy.
      case .copy(let copy): world.enter(copy) { parts.append(world.makeObject(data, [])) }
      }
    }
  }
}

/// What a change of values tells.
enum ModelUpdate<World: ModelWorld> {
  case read(Int, World.Object)
  case copy(World.Values)
}
