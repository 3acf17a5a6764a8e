/// What a program gives by the contract: rules for lists of layers, from the inside out. The oracle
/// remembers nothing: it runs the code of a default at each read.
final class Oracle: World {
  private let program: Program
  var places: [Int: Place] = [:], objects: [Int: Instance<Place>] = [:]
  /// How many builds there may be until the next call.
  var budget = 0
  private(set) var lastBuild: Build?
  /// A default that reads what it doesn't see may be shared further in or not, and so may what is
  /// built from it. So what is seen through it is left open.
  private(set) var isLeftOpen = false
  private var layerCount: Int, runs = 0
  private(set) var keysElsewhere: Set<Int> = []

  init(_ program: Program) {
    (self.program, layerCount) = (program, program.tests + 1)
    for place in 0..<layerCount { places[place] = Layer(place, [], in: nil, by: nil) }
  }

  // MARK: Places

  class Place {
    /// What is seen, from the inside out.
    var layers: [Layer] { [] }
    /// The running build that is told of reads here.
    var build: Build? { nil }
    final var root: Layer { layers.last! }
    final func sees(_ layer: Layer) -> Bool { layers.contains(layer) }
    /// Whether each scope was opened in the next one.
    private var isStraight: Bool {
      layers.indices.allSatisfy { layers[$0].layers == Array(layers[$0...]) }
    }
    /// Whether nothing is opened once more beside what was opened once more.
    final var isSimple: Bool {
      ((self as? Pair).map { [$0.current, $0.home] } ?? [self]).allSatisfy(\.isStraight)
    }
  }

  /// What a scope says.
  final class Layer: Place, Equatable {
    private let number: Int
    let overrides: [Int: Override<Place>], outer: Place?, opener: Build?
    /// Whether code of a default has opened it.
    var isOfCode = false

    init(_ number: Int, _ given: [(Int, Override<Place>)], in outer: Place?, by opener: Build?) {
      overrides = Dictionary(given, uniquingKeysWith: { $1 })
      (self.number, self.outer, self.opener) = (number, outer, opener)
    }

    override var layers: [Layer] { [self] + (outer?.layers ?? []) }
    override var build: Build? { opener?.asked == nil ? nil : opener }

    /// A weak default has opened its scopes once, however often its code runs here.
    var name: Int? {
      guard let opener else { return number }
      let names = opener.asked == nil ? opener.home.layers.map(\.name) : [nil]
      return names.contains(nil) ? nil : ([opener.key, number] + names).hashValue
    }

    var isOfProcess: Bool { opener == nil && number == 0 }

    func isInside(_ build: Build) -> Bool {
      opener === build || opener?.layers.contains { $0.isInside(build) } == true
    }

    static func == (a: Layer, b: Layer) -> Bool { a === b || a.name != nil && a.name == b.name }
  }

  /// A part of what is seen.
  final class Chain: Place {
    private let list: [Layer]
    init(from layer: Layer, in place: Place) { list = Array(place.layers.drop { $0 != layer }) }
    override var layers: [Layer] { list }
  }

  /// What an object with a home elsewhere sees: the current scopes that the home doesn't see, in
  /// the home. A scope that says nothing needn't be seen.
  final class Pair: Place {
    let current, home: Place
    init(_ current: Place, _ home: Place) { (self.current, self.home) = (current, home) }
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
    var readsElsewhere = false, isLeftOpen = false, opened = 0

    init(_ key: Int, in asked: Place) { (self.key, self.asked, home) = (key, asked, asked) }

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

  /// Calls a function with the running builds that are told of what happens in a place.
  private func tell(_ place: Place, _ note: (Build) -> Void) {
    for build in sequence(first: place.build, next: { $0?.asked!.build }) { build.map(note) }
  }

  // MARK: Scopes

  /// In another test, the home doesn't count.
  func seen(in current: Place, from home: Place) -> Place {
    if (home as? Build)?.isLeftOpen == true { isLeftOpen = true }
    return current.root == home.root || current.root.isOfProcess ? Pair(current, home) : current
  }

  func open(_ overrides: [(Int, Override<Place>)], in view: Place, from current: Place) -> Place {
    // What is opened beside holds what the build may not have read.
    if let pair = view as? Pair, ![pair.home.layers, pair.current.layers].contains(pair.layers) {
      tell(current) { $0.look(at: view) }
    }
    let build = current.build
    let number = build?.opened ?? layerCount
    if let build { build.opened += 1 } else { layerCount += 1 }
    let layer = Layer(number, overrides, in: view, by: build)
    layer.isOfCode = runs > 0
    return layer
  }

  func make(_ number: Int, _ parts: [Instance<Place>], in place: Place) -> Instance<Place> {
    Instance(number, place, parts)
  }

  // MARK: Reads

  func read(_ key: Int, in view: Place, from current: Place) -> Instance<Place> {
    if budget < 0 { return make(0, [], in: view) }
    let provider = view.layers.first { $0.overrides[key] != nil }
    var (object, build): (Instance<Place>, Build?)
    if case .value(let value)? = provider?.overrides[key] {
      (object, build) = (value, nil)
    } else {
      (object, build) = self.build(key, in: view, provider)
    }
    tell(current) { asking in
      asking.look(at: view)
      provider.map(asking.note)
      build?.tips.forEach(asking.note)
      if build?.readsElsewhere == true { asking.readsElsewhere = true }
      if build?.isLeftOpen == true { asking.isLeftOpen = true }
    }
    lastBuild = build
    return object
  }

  /// Builds a default, with its build if that is kept.
  private func build(_ key: Int, in view: Place, _ provider: Layer?)
    -> (Instance<Place>, Build?)
  {
    budget -= 1
    let lifetime = Lifetime.ofKeys[key]
    let asked =
      switch lifetime {
      case .transient: view
      case .singleton: home(provider.map { [$0] } ?? [], in: view)!
      default: settled(view)
      }
    let build = Build(key, in: asked)
    for key in [key] + lifetime.scopedBy where lifetime != .transient {
      guard let layer = asked.layers.first(where: { $0.overrides[key] != nil }) else { continue }
      build.note(layer)
      tell(asked) { $0.note(layer) }
    }
    var code = program.code(of: key)
    if case .code(let actions)? = provider?.overrides[key] { code = actions }
    runs += 1
    let object = self.build(key, code, in: build)
    (runs, build.asked) = (runs - 1, nil)
    if lifetime == .transient {
      if view.build == nil { build.home = settled(view) }
      return (object, nil)
    }
    if lifetime == .singleton {
      build.tips = provider.map { [$0] } ?? []
      (build.readsElsewhere, build.isLeftOpen) = (false, false)
    }
    if !build.readsElsewhere, let home = home(build.tips, in: asked) {
      build.home = home
    } else {
      build.readsElsewhere = true
      keysElsewhere.insert(key)
    }
    // Where scopes are opened once more beside such ones, the innermost of them may keep what
    // another one could.
    if keysElsewhere.contains(key) || !asked.isSimple { build.isLeftOpen = true }
    return (object, build)
  }

  /// A place without the builds that run, which lead to the scopes that asked for them.
  private func settled(_ place: Place) -> Place {
    if let build = place as? Build, let asked = build.asked { return settled(asked) }
    guard let pair = place as? Pair else { return place }
    let settled = Pair(settled(pair.current), settled(pair.home))
    return [settled.current, settled.home].first { $0.layers == settled.layers } ?? settled
  }

  /// The scope that keeps a default: the youngest that says something that was read.
  private func home(_ tips: [Layer], in place: Place) -> Place? {
    if !tips.allSatisfy(place.sees) { return nil }
    guard let youngest = place.layers.first(where: tips.contains) else { return place.root }
    let isAlone = youngest.root == place.root && tips.allSatisfy(youngest.sees)
    return isAlone ? youngest : Chain(from: youngest, in: place)
  }
}
