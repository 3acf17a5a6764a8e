/// Plays programs: the library does, and the oracle.
protocol World: AnyObject {
  /// What is seen in a place.
  associatedtype Place
  /// What an object remembers of the place where it was made.
  associatedtype Home
  associatedtype Object

  var program: Program { get }
  var places: [Int: Place] { get set }
  var objects: [Int: Object] { get set }

  func read(_ key: Int, in place: Place, _ home: Home?) -> Object
  func seen(in place: Place, from home: Home) -> Place
  func open(_ overrides: [(Int, Override<Object>)], in place: Place, _ home: Home?) -> Place
  func make(_ number: Int, _ parts: [Object], in place: Place) -> Object
  func number(of object: Object) -> Int
  func home(of object: Object) -> Home
  func parts(of object: Object) -> [Object]
}

enum Override<Object> {
  case value(Object)
  case code([Action])
}

extension World {
  /// - Returns: What is read.
  func perform(_ operation: Operation) -> Object? {
    switch operation {
    case .open(let name, let place, let given):
      guard let place = places[place] else { return nil }
      places[name] = open(overrides(given, in: place, nil), in: place, nil)
    case .capture(let name, let place, let object, let part):
      guard let place = places[place], let object = objects[object] else { return nil }
      places[name] = seen(in: place, from: home(of: object, part: part))
    case .read(let name, let key, let place):
      guard let place = places[place] else { return nil }
      objects[name] = read(key, in: place, nil)
      return objects[name]
    case .readThrough(let name, let key, let place, let object, let part):
      guard let place = places[place], let object = objects[object] else { return nil }
      objects[name] = read(key, in: place, home(of: object, part: part))
      return objects[name]
    case .end(let name):
      places[name] = nil
      objects[name] = nil
    }
    return nil
  }

  /// Runs code.
  func build(_ key: Int, _ actions: [Action], in place: Place) -> Object {
    var number = key &* 1_000_003
    var parts: [Object] = []
    for action in actions { run(action, in: place, &number, &parts) }
    return make(number, parts, in: place)
  }

  private func run(_ action: Action, in place: Place, _ number: inout Int, _ parts: inout [Object])
  {
    switch action {
    case .read(let key):
      number = number &* 31 &+ self.number(of: read(key, in: place, nil))
    case .keep(let key):
      parts.append(read(key, in: place, nil))
      number = number &* 41 &+ self.number(of: parts.last!)
    case .make:
      parts.append(make(number, [], in: place))
    case .through(let key, let part, let other):
      let home = home(of: read(key, in: place, nil), part: part)
      number = number &* 37 &+ self.number(of: read(other, in: place, home))
    case .ifEven(let action):
      if number.isMultiple(of: 2) { run(action, in: place, &number, &parts) }
    case .scope(let given, let actions):
      let inner = open(overrides(given, in: place, nil), in: place, nil)
      for action in actions { run(action, in: inner, &number, &parts) }
    case .scopeThrough(let key, let part, let given, let actions):
      let home = home(of: read(key, in: place, nil), part: part)
      let inner = open(overrides(given, in: place, home), in: place, home)
      for action in actions { run(action, in: inner, &number, &parts) }
    }
  }

  private func overrides(
    _ given: [Given],
    in place: Place,
    _ home: Home?
  ) -> [(Int, Override<Object>)] {
    given.compactMap { given in
      switch given {
      case .made(let key, let number): (key, .value(make(number, [], in: place)))
      case .madeIn(let key, let number, let place):
        places[place].map { (key, .value(make(number, [], in: $0))) }
      case .object(let key, let object): objects[object].map { (key, .value($0)) }
      case .read(let key, let other): (key, .value(read(other, in: place, home)))
      case .code(let key, let actions): (key, .code(actions))
      }
    }
  }

  /// The home of an object, or of a part of it.
  func home(of object: Object, part: Int) -> Home {
    let parts = parts(of: object)
    let (rest, index) = part.quotientAndRemainder(dividingBy: parts.count + 1)
    return index == 0 ? home(of: object) : home(of: parts[index - 1], part: rest)
  }
}
