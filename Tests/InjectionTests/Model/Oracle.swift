/// What a program gives by the contract: rules for lists of layers, from the inside out. The oracle
/// remembers nothing: it runs the code of a default at each read.
final class Oracle: World {
  private let program: Program
  var places: [Int: Place] = [:]
  var objects: [Int: Object] = [:]
  /// How many builds there may be until the next call.
  var budget = 0
  /// How the last read was answered.
  private(set) var last: Answer?
  /// A default that reads what it doesn't see may be shared further in or not.
  private(set) var isLeftOpen = false
  /// It may be built again, too, where it reads elsewhere from one place and not from another.
  private(set) var hasReadElsewhere = false
  private var layerCount = 0

  init(_ program: Program) {
    self.program = program
    for place in 0...program.tests { places[place] = open([], in: nil, by: nil) }
  }

  // MARK: Places

  class Place {
    private let list: ArraySlice<Layer>
    init(_ layers: ArraySlice<Layer> = []) { list = layers }
    /// What is seen, from the inside out.
    var layers: [Layer] { Array(list) }
    /// The running build that is told of reads here.
    var build: Build? { nil }
    final var names: [Int?] { layers.map(\.name) }
    final var root: Layer { layers.last! }
    final func sees(_ layer: Layer) -> Bool { layers.contains(layer) }
  }

  /// What a scope says.
  final class Layer: Place, Equatable {
    private let number: Int
    let opener: Build?
    let overrides: [Int: Override<Object>], outer: Place?

    init(_ number: Int, _ given: [(Int, Override<Object>)], in outer: Place?, by opener: Build?) {
      overrides = Dictionary(given, uniquingKeysWith: { $1 })
      (self.number, self.outer, self.opener) = (number, outer, opener)
    }

    override var layers: [Layer] { [self] + (outer?.layers ?? []) }
    override var build: Build? { opener?.asked == nil ? nil : opener }

    /// A default that is shared has opened its scopes once, however often its code runs here.
    var name: Int? {
      guard let opener else { return number }
      let names = opener.asked == nil ? opener.home.names : [nil]
      return names.contains(nil) ? nil : ([opener.key, number] + names).hashValue
    }

    var isOfProcess: Bool { opener == nil && number == 0 }

    func isInside(_ build: Build) -> Bool {
      opener === build || opener?.layers.contains { $0.isInside(build) } == true
    }

    static func == (a: Layer, b: Layer) -> Bool { a === b || a.name != nil && a.name == b.name }
  }

  /// What an object sees that is at home elsewhere: the current scopes that the home doesn't see, in
  /// the home. An empty scope says nothing that it must see.
  final class Pair: Place {
    let current, home: Place
    init(_ current: Place, _ home: Place) {
      (self.current, self.home) = (current, home)
      super.init()
    }

    override var layers: [Layer] {
      let (here, there) = (current.layers, home.layers)
      let sees = there.allSatisfy { $0.overrides.isEmpty || here.contains($0) }
      if sees, here.last!.isOfProcess == there.last!.isOfProcess { return here }
      return here.filter { !$0.isOfProcess && !there.contains($0) } + there
    }
    override var build: Build? { current.build }
  }

  /// A run of a default's code.
  final class Build: Place {
    let key: Int
    /// Where it was asked for, while it runs; and where it leads afterwards.
    var asked: Place?, home: Place
    /// The scopes that say something that was read.
    var tips: [Layer] = []
    var readsElsewhere = false, opened = 0

    init(_ key: Int, in asked: Place) {
      (self.key, self.asked, home) = (key, asked, asked)
      super.init()
    }

    override var layers: [Layer] { (asked ?? home).layers }
    override var build: Build? {
      Lifetime.ofKeys[key] == .transient ? asked?.build : asked == nil ? nil : self
    }

    func note(_ layer: Layer) {
      if !layer.isInside(self), !tips.contains(layer) { tips.append(layer) }
    }

    func look(at place: Place) {
      if place.layers.filter({ !$0.isInside(self) }) != asked!.layers { readsElsewhere = true }
    }
  }

  struct Object: WorldObject { let number: Int, home: Place, parts: [Object] }

  /// Calls a function with the running builds that are told of what happens in a place.
  private func tell(_ place: Place, _ note: (Build) -> Void) {
    for build in sequence(first: place.build, next: { $0?.asked!.build }) { build.map(note) }
  }

  // MARK: Scopes

  /// In another test, the home doesn't count.
  func seen(in current: Place, from home: Place) -> Place {
    if let build = home as? Build, build.readsElsewhere { isLeftOpen = true }
    return current.root == home.root || current.root.isOfProcess ? Pair(current, home) : current
  }

  func open(_ overrides: [(Int, Override<Object>)], in view: Place, from current: Place) -> Place {
    // What is opened beside holds what the build may not have read.
    if let pair = view as? Pair, ![pair.home.layers, pair.current.layers].contains(pair.layers) {
      tell(current) { $0.look(at: view) }
    }
    return open(overrides, in: view, by: current.build)
  }

  private func open(_ given: [(Int, Override<Object>)], in outer: Place?, by build: Build?) -> Place
  {
    defer { if let build { build.opened += 1 } else { layerCount += 1 } }
    return Layer(build?.opened ?? layerCount, given, in: outer, by: build)
  }

  func make(_ number: Int, _ parts: [Object], in place: Place) -> Object {
    Object(number: number, home: place, parts: parts)
  }

  // MARK: Reads

  /// An override, or a default and the scope that has its code.
  struct Answer { let object: Object, override: Layer?, provider: Layer?, build: Build? }

  func read(_ key: Int, in view: Place, from current: Place) -> Object {
    if budget < 0 { return make(0, [], in: view) }
    let answer = answer(key, in: view)
    tell(current) { build in
      build.look(at: view)
      if answer.build?.readsElsewhere == true { build.readsElsewhere = true }
      for layer in [answer.override, answer.provider] { layer.map(build.note) }
      answer.build?.tips.forEach(build.note)
    }
    last = answer
    return answer.object
  }

  private func answer(_ key: Int, in view: Place) -> Answer {
    let provider = view.layers.first { $0.overrides[key] != nil }
    var code = program.code(of: key)
    switch provider?.overrides[key] {
    case .value(let object)?:
      return Answer(object: object, override: provider, provider: nil, build: nil)
    case .code(let actions)?: code = actions
    case nil: break
    }
    budget -= 1
    let lifetime = Lifetime.ofKeys[key]
    var asked = lifetime == .transient ? view : settled(view)
    if lifetime == .singleton,
      case let own = provider.map({ owner(of: $0, in: view) }) ?? view.root,
      own.layers != view.layers
    {
      asked = own
    }
    let build = Build(key, in: asked)
    let counts = [key] + (lifetime == .scopedBy0 ? [0] : lifetime == .scopedBy5 ? [5] : [])
    for key in counts where lifetime != .transient {
      guard let layer = asked.layers.first(where: { $0.overrides[key] != nil }) else { continue }
      build.note(layer)
      tell(asked) { $0.note(layer) }
    }
    let object = self.build(key, code, in: build)
    build.asked = nil
    if lifetime == .transient {
      if view.build == nil { build.home = settled(view) }
      return Answer(object: object, override: nil, provider: provider, build: nil)
    }
    if lifetime == .singleton {
      (build.tips, build.readsElsewhere) = (provider.map { [$0] } ?? [], false)
    }
    if !build.readsElsewhere, let home = home(build.tips, in: asked) {
      build.home = home
    } else {
      (build.readsElsewhere, hasReadElsewhere) = (true, true)
    }
    return Answer(object: object, override: nil, provider: provider, build: build)
  }

  /// A place without the builds that run, which lead to the scopes that asked for them.
  private func settled(_ place: Place) -> Place {
    if let build = place as? Build, let asked = build.asked { return settled(asked) }
    guard let pair = place as? Pair else { return place }
    let settled = Pair(settled(pair.current), settled(pair.home))
    return [settled.current, settled.home].first { $0.layers == settled.layers } ?? settled
  }

  /// Where a scope was opened, or opened once more.
  private func owner(of layer: Layer, in place: Place) -> Place {
    switch place {
    case let place as Layer: return place == layer ? place : owner(of: layer, in: place.outer!)
    case let place as Build: return owner(of: layer, in: place.asked ?? place.home)
    case let pair as Pair:
      if pair.home.sees(layer) { return owner(of: layer, in: pair.home) }
      let own = owner(of: layer, in: pair.current)
      return own.root == place.root ? own : Pair(own, pair.home)
    default: return layer.root == place.root ? layer : chain(from: layer, in: place)
    }
  }

  /// The scope that keeps a default: the youngest that says something that was read.
  private func home(_ tips: [Layer], in place: Place) -> Place? {
    if !tips.allSatisfy(place.sees) { return nil }
    guard let youngest = place.layers.first(where: tips.contains) else { return place.root }
    let isAlone = youngest.root == place.root && tips.allSatisfy(youngest.sees)
    return isAlone ? youngest : chain(from: youngest, in: place)
  }

  private func chain(from layer: Layer, in place: Place) -> Place {
    Place(place.layers.drop { $0 != layer })
  }
}
