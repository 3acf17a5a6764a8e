/// Plays programs: the library or the oracle.
protocol World: AnyObject {
  /// What is seen somewhere.
  associatedtype Place
  /// How an object holds the place where it was made.
  associatedtype Home
  typealias Object = Instance<Home>

  var places: [Int: Place] { get set }
  var objects: [Int: Object] { get set }

  /// Something is done in a place.
  func use(_ place: Place)
  /// What is seen in a place, changed.
  func change(_ place: Place, _ overrides: [(Int, Override<Home>)]) -> Place

  /// What is seen in a place through what an object holds.
  func seen(in current: Place, from home: Home) -> Place
  /// A view of that, as values.
  func captured(_ view: Place, from current: Place) -> Place
  func read(_ key: Int, in view: Place, from current: Place) -> Object
  /// Runs code in a view.
  func enter<Result>(_ view: Place, from current: Place, _ body: (Place) -> Result) -> Result
  /// Runs code in a new scope, which is opened in a view.
  func open<Result>(
    _ overrides: [(Int, Override<Home>)],
    in view: Place,
    from current: Place,
    _ body: (Place) -> Result
  ) -> Result
  func keep(_ name: Int, _ overrides: [(Int, Override<Home>)], in base: Place)
  /// Runs code in a kept scope that is entered in a place, if there is one.
  func enter<Result>(kept: Int, from current: Place, _ body: (Place) -> Result) -> Result?
  func remove(kept: Int)
  /// A scope with a resource that is opened in a place.
  func resource(_ key: Int, _ number: Int, in place: Place) -> Place
  /// The root of a container with a number, which is set up in the process.
  func root(_ number: Int, _ overrides: [(Int, Override<Home>)], from process: Place) -> Place
  func make(_ number: Int, _ parts: [Object], in place: Place) -> Object
  /// Another thread reads through an object that a default's code has made.
  func other(_ key: Int, through object: Object, in place: Int?)
}

/// An object with a home.
final class Instance<Home> {
  let number: Int, parts: [Instance], home: Home
  private let living: Living?

  init(_ number: Int, _ home: Home, _ parts: [Instance], _ living: Living? = nil) {
    (self.number, self.home, self.parts, self.living) = (number, home, parts, living)
  }

  /// The home, or that of a part.
  func home(ofPart part: Int) -> Home {
    let (rest, index) = part.quotientAndRemainder(dividingBy: parts.count + 1)
    return index == 0 ? home : parts[index - 1].home(ofPart: rest)
  }
}

extension Instance: Sendable where Home: Sendable {}

enum Override<Home> {
  case value(Instance<Home>)
  /// Code, maybe around the value that it replaces, which is seen through values.
  case code([Action], around: Home? = nil)
  /// The same before that is known.
  case decorator([Action])
  /// What is said of another key is read when this is set. Outside of code, the program compares it
  /// with what is read later.
  case from(Int, isCompared: Bool)
}

extension Override: Sendable where Home: Sendable {}

extension Operation {
  /// Where something is done.
  fileprivate var place: Int? {
    switch self {
    case .open(_, let place, _), .capture(_, let place, _, _), .read(_, _, let place, _, _),
      .keep(_, let place, _), .enter(_, _, let place), .resource(_, let place, _, _):
      place
    case .change, .remove, .root, .end: nil
    }
  }

  fileprivate var object: Int? {
    switch self {
    case .capture(_, _, let object, _): object
    case .read(_, _, _, let object, _): object
    default: nil
    }
  }
}

extension World {
  /// - Returns: What is read.
  @discardableResult
  func perform(_ operation: Operation) -> Object? {
    // A use of a missing object is skipped.
    if let place = operation.place, operation.object.map({ objects[$0] == nil }) != true {
      places[place].map(use)
    }
    switch operation {
    case .open(let name, let place, let given):
      places[name] = places[place].map {
        open(overrides(given, from: $0), in: $0, from: $0) { captured($0, from: $0) }
      }
    case .change(let name, let place, let given):
      places[name] = places[place].map { change($0, overrides(given, from: places[0] ?? $0)) }
    case .capture(let name, let place, let object, let part):
      places[name] = view(in: place, object, part: part).map { captured($0, from: places[place]!) }
    case .keep(let name, let place, let given):
      if let place = places[place] {
        keep(name, overrides(given, from: place, inCode: true), in: place)
      }
    case .enter(let name, let kept, let place):
      places[name] = places[place].flatMap {
        enter(kept: kept, from: $0) { captured($0, from: $0) }
      }
    case .read(let name, let key, let place, let object, let part):
      guard let view = view(in: place, object, part: part) else { return nil }
      objects[name] = read(key, in: view, from: places[place]!)
      return objects[name]
    case .remove(let kept):
      remove(kept: kept)
    case .resource(let name, let place, let key, let number):
      places[name] = places[place].map { resource(key, number, in: $0) }
    case .root(let name, let given):
      places[name] = places[0].map { root(name, overrides(given, from: $0), from: $0) }
    case .end(let name):
      (places[name], objects[name]) = (nil, nil)
    }
    return nil
  }

  /// A new object that has another one as its part.
  func make(_ key: Int, from part: Object, in place: Place) -> Object {
    make(part.number &* 43 &+ key, [part], in: place)
  }

  func view(in place: Int, _ object: Int?, part: Int) -> Place? {
    guard let object else { return places[place] }
    guard let place = places[place], let object = objects[object] else { return nil }
    return seen(in: place, from: object.home(ofPart: part))
  }

  /// Runs code, maybe around a value that is seen through what an object holds.
  func build(_ key: Int, _ actions: [Action], around home: Home?, in place: Place) -> Object {
    var number = key &* 1_000_003
    var parts: [Object] = []
    if let home {
      parts.append(read(key, in: seen(in: place, from: home), from: place))
      number = number &* 47 &+ parts.last!.number
    }
    for action in actions { run(action, in: place, &number, &parts) }
    return make(number, parts, in: place)
  }

  private func run(_ action: Action, in place: Place, _ number: inout Int, _ parts: inout [Object])
  {
    switch action {
    case .read(let key):
      number = number &* 31 &+ read(key, in: place, from: place).number
    case .keep(let key):
      parts.append(read(key, in: place, from: place))
      number = number &* 41 &+ parts.last!.number
    case .make:
      parts.append(make(number, [], in: place))
    case .through(let key, let part, let other):
      let home = read(key, in: place, from: place).home(ofPart: part)
      number = number &* 37 &+ read(other, in: seen(in: place, from: home), from: place).number
    case .ifEven(let action):
      if number.isMultiple(of: 2) { run(action, in: place, &number, &parts) }
    case .scope(let given, let actions, let key, let part):
      let view = key.map {
        seen(in: place, from: read($0, in: place, from: place).home(ofPart: part))
      }
      let overrides = overrides(given, from: place, inCode: true)
      let body = { (inner: Self.Place) in
        for action in actions { self.run(action, in: inner, &number, &parts) }
      }
      if given.isEmpty {
        enter(view ?? place, from: place, body)
      } else {
        open(overrides, in: view ?? place, from: place, body)
      }
    case .other(let key, let name):
      parts.append(make(number, [], in: place))
      other(key, through: parts.last!, in: name)
    case .enter(let kept, let actions):
      _ = enter(kept: kept, from: place) { inner in
        for action in actions { run(action, in: inner, &number, &parts) }
      }
    }
  }

  private func overrides(
    _ given: [Given],
    from current: Place,
    inCode: Bool = false
  ) -> [(Int, Override<Home>)] {
    given.compactMap { given in
      switch given {
      case .made(let key, let number, let name):
        let place = name.map { places[$0] } ?? current
        if name != nil { place.map(use) }
        return place.map { (key, .value(make(number, [], in: $0))) }
      case .object(let key, let object): return objects[object].map { (key, .value($0)) }
      case .code(let key, let actions): return (key, .code(actions))
      case .decorator(let key, let actions): return (key, .decorator(actions))
      case .from(let key, let other): return (key, .from(other, isCompared: !inCode))
      }
    }
  }
}
