/// What a program gives by the contract: rules for lists of layers, from the inside out. The oracle
/// remembers nothing: it runs the code of a default at each read.
final class Oracle: World {
  let program: Program
  var places: [Int: Place] = [:]
  var objects: [Int: Object] = [:]
  /// How many builds there may be until the next call.
  var budget = 0
  /// How the last read was answered.
  private(set) var last: Answer?
  /// The contract leaves open who shares a value further in whose build has read what it doesn't see.
  private(set) var isLeftOpen = false
  private var layerCount = 0

  init(_ program: Program) {
    self.program = program
    for place in 0...program.containers { places[place] = open([], in: nil, openedBy: nil) }
  }

  // MARK: Places

  class Place {
    /// What is seen, from the inside out.
    var layers: [Layer] { [] }
    /// The running build that is told of reads here.
    var build: Build? { nil }
    final var names: [Int?] { layers.map(\.name) }
    final func sees(_ layer: Layer) -> Bool { layers.contains(layer) }
    final func isSame(as other: Place) -> Bool { layers == other.layers }
  }

  /// What a scope says.
  final class Layer: Place, Equatable {
    private let number: Int
    let overrides: [Int: Override<Object>]
    private let outer: Place?
    private let opener: Build?
    private var knownName: Int?

    init(_ number: Int, _ given: [(Int, Override<Object>)], in outer: Place?, _ opener: Build?) {
      overrides = Dictionary(given, uniquingKeysWith: { $1 })
      (self.number, self.outer, self.opener) = (number, outer, opener)
    }

    override var layers: [Layer] { [self] + (outer?.layers ?? []) }
    override var build: Build? { opener.flatMap { $0.isRunning ? $0 : nil } }

    /// What a value has opened that is shared is opened once: it's the same in each run of its code.
    var name: Int? {
      guard let opener else { return number }
      if knownName == nil, !opener.isRunning, case let names = opener.home.names.compactMap(\.self),
        names.count == opener.home.layers.count
      {
        knownName = ([opener.key, number] + names).hashValue
      }
      return knownName
    }

    var isOfProcess: Bool { opener == nil && number == 0 }

    static func == (a: Layer, b: Layer) -> Bool { a === b || a.name != nil && a.name == b.name }

    func isInside(_ build: Build) -> Bool {
      opener === build || opener?.layers.contains { $0.isInside(build) } == true
    }
  }

  /// A part of a chain.
  final class Chain: Place {
    private let list: ArraySlice<Layer>
    init(_ list: ArraySlice<Layer>) { self.list = list }
    override var layers: [Layer] { Array(list) }
  }

  /// What an object sees that is at home elsewhere.
  final class Pair: Place {
    let current, home: Place
    init(_ current: Place, _ home: Place) { (self.current, self.home) = (current, home) }

    override var layers: [Layer] {
      let (here, there) = (current.layers, home.layers)
      if here.last!.isOfProcess == there.last!.isOfProcess, there.allSatisfy(here.contains) {
        return here
      }
      return here.filter { !$0.isOfProcess && !there.contains($0) } + there
    }

    override var build: Build? { current.build }
  }

  /// A run of a default's code.
  final class Build: Place {
    let key: Int
    /// Where it was asked for, while it runs.
    var asked: Place?
    /// Where it leads afterwards.
    var home: Place
    /// What it has read, and whether it has read what it doesn't see.
    var tips: [Layer] = [], readsElsewhere = false
    var opened = 0

    init(_ key: Int, in asked: Place) { (self.key, self.asked, home) = (key, asked, asked) }

    var isTransient: Bool { Lifetime.ofKeys[key].isTransient }
    var isRunning: Bool { asked != nil }
    override var layers: [Layer] { (asked ?? home).layers }
    override var build: Build? { isTransient ? asked?.build : isRunning ? self : nil }

    func note(_ layer: Layer) {
      if !layer.isInside(self), !tips.contains(layer) { tips.append(layer) }
    }

    func look(at place: Place) {
      if place.layers.filter({ !$0.isInside(self) }) != asked!.layers { readsElsewhere = true }
    }
  }

  final class Object {
    let number: Int, home: Place, parts: [Object]
    init(_ number: Int, _ home: Place, _ parts: [Object]) {
      (self.number, self.home, self.parts) = (number, home, parts)
    }
  }

  /// Calls a function with the running builds that are told of what happens in a place.
  private func tell(_ place: Place, _ note: (Build) -> Void) {
    var next = place.build
    while let build = next {
      note(build)
      next = build.asked!.build
    }
  }

  // MARK: Scopes

  /// The current place, if that lies in the home; else the home, with what is around the current place.
  /// In another test the home doesn't count.
  func seen(in current: Place, from home: Place) -> Place {
    let (root, other) = (current.layers.last!, home.layers.last!)
    return home !== current && (root == other || root.isOfProcess) ? Pair(current, home) : current
  }

  func open(_ overrides: [(Int, Override<Object>)], in current: Place, _ home: Place?) -> Place {
    let view = home.map { seen(in: current, from: $0) } ?? current
    // Where neither lies in the other, a scope holds what the build may not have read.
    if let pair = view as? Pair, !pair.isSame(as: pair.home), !pair.isSame(as: pair.current) {
      tell(current) { $0.look(at: view) }
    }
    return open(overrides, in: view, openedBy: current.build)
  }

  private func open(_ given: [(Int, Override<Object>)], in outer: Place?, openedBy build: Build?)
    -> Place
  {
    defer {
      layerCount += 1
      build?.opened += 1
    }
    return Layer(build?.opened ?? layerCount, given, in: outer, build)
  }

  func make(_ number: Int, _ parts: [Object], in place: Place) -> Object {
    Object(number, place, parts)
  }

  func number(of object: Object) -> Int { object.number }
  func parts(of object: Object) -> [Object] { object.parts }
  func home(of object: Object) -> Place {
    if (object.home as? Build)?.readsElsewhere == true { isLeftOpen = true }
    return object.home
  }

  // MARK: Reads

  struct Answer {
    let object: Object
    /// The scope that overrides the key, or that has the code of its default.
    var override, provider: Layer?
    /// The default's.
    var build: Build?
    var tips: [Layer] = []
    var isTransient: Bool { override == nil && build == nil }
  }

  func read(_ key: Int, in current: Place, _ home: Place?) -> Object {
    if budget < 0 { return Object(0, current, []) }
    let view = home.map { seen(in: current, from: $0) } ?? current
    let answer = answer(key, in: view)
    tell(current) { build in
      build.look(at: view)
      if answer.build?.readsElsewhere == true { build.readsElsewhere = true }
      let isInside = answer.tips.contains { $0.isInside(build) }
      if let layer = answer.override ?? answer.provider { build.note(layer) }
      if !isInside { answer.tips.forEach(build.note) }
    }
    last = answer
    return answer.object
  }

  private func answer(_ key: Int, in view: Place) -> Answer {
    let layer = view.layers.first { $0.overrides[key] != nil }
    if case .value(let object)? = layer?.overrides[key] {
      return Answer(object: object, override: layer)
    }
    var code = program.code(of: key)
    if case .code(let actions)? = layer?.overrides[key] { code = actions }
    budget -= 1
    switch Lifetime.ofKeys[key] {
    case .transient:
      let build = Build(key, in: view)
      let object = self.build(key, code, in: build)
      build.asked = nil
      if view.build == nil { build.home = settled(view) }
      return Answer(object: object, provider: layer)
    case .singleton:
      let own = layer.map { owner(of: $0, in: view) } ?? view.layers.last!
      let build = Build(key, in: own.isSame(as: view) ? settled(view) : own)
      let object = self.build(key, code, in: build)
      build.asked = nil
      build.readsElsewhere = false
      build.tips = layer.map { [$0] } ?? []
      build.home = home(build.tips, in: build.home) ?? build.home
      return Answer(object: object, provider: layer, build: build, tips: build.tips)
    case .scoped(let other):
      return scoped(key, code, by: other, in: settled(view), layer)
    case .shared:
      return scoped(key, code, by: nil, in: settled(view), layer)
    }
  }

  private func scoped(
    _ key: Int,
    _ code: [Action],
    by other: Int?,
    in asked: Place,
    _ provider: Layer?
  ) -> Answer {
    let build = Build(key, in: asked)
    for key in [key, other].compactMap(\.self) {
      guard let layer = asked.layers.first(where: { $0.overrides[key] != nil }) else { continue }
      build.note(layer)
      tell(asked) { $0.note(layer) }
    }
    let object = self.build(key, code, in: build)
    build.asked = nil
    if !build.readsElsewhere {
      if let home = home(build.tips, in: asked) {
        build.home = home
      } else {
        build.readsElsewhere = true
      }
    }
    return Answer(object: object, provider: provider, build: build, tips: build.tips)
  }

  /// A place without the builds that run, which lead to the scopes that asked for them.
  private func settled(_ place: Place) -> Place {
    if let build = place as? Build, let asked = build.asked { return settled(asked) }
    guard let pair = place as? Pair else { return place }
    let settled = Pair(settled(pair.current), settled(pair.home))
    return [settled.current, settled.home].first { $0.isSame(as: settled) } ?? settled
  }

  /// Where a layer was opened; or, if that is in another container, as it is seen in the home beside.
  private func owner(of layer: Layer, in place: Place) -> Place {
    if layer.layers.last! == place.layers.last! { return layer }
    return Chain(place.layers.drop { $0 != layer })
  }

  /// Where what was read is seen, from a place: the scope that keeps a default.
  private func home(_ tips: [Layer], in place: Place) -> Place? {
    let all = place.layers
    if !tips.allSatisfy(all.contains) { return nil }
    guard let youngest = all.first(where: tips.contains) else { return all.last! }
    let isSeen = youngest.layers.last! == all.last! && tips.allSatisfy(youngest.sees)
    return isSeen ? youngest : Chain(all.drop { $0 != youngest })
  }
}
