@testable import Injection

/// One random program: what it does to the library, and what the oracle says it has to see.
struct ModelCase {
  private let family: KeyFamily
  private let oracle: Oracle
  private var maker: ProgramMaker
  private(set) var comparison: ModelComparison
  /// Where no scope is current.
  private let outside: View
  private let usesProcess: Bool
  private var views: [View] = []
  private var objects: [Object] = []
  /// The library's scopes of the layers that were opened outside of builds.
  private var scopes: [(layer: ModelLayer, scope: Scope)] = []
  private(set) var log: [String] = []

  /// What code may see, for oracle and library.
  private struct View {
    let place: ModelPlace
    let values: InjectedValues
    var numbers: [Int] { place.view.numbers }
  }

  private struct Object {
    let value: ModelValue
    let node: Node
  }

  /// - Parameter usesProcess: Whether scopes of the process's own container take part, too.
  init(seed: UInt64, family: KeyFamily, usesProcess: Bool) {
    var maker = ProgramMaker(SplitMix(state: seed), keyCount: 6)
    maker = ProgramMaker(maker.random, keyCount: 4 + maker.random.below(6))
    let lifetimes = maker.lifetimes()
    let codes = (0..<maker.keyCount).map { maker.code(of: $0) }
    self.family = family
    self.usesProcess = usesProcess
    self.maker = maker
    self.oracle = Oracle(lifetimes, codes)
    self.comparison = ModelComparison(oracle)
    family.start(lifetimes, codes)
    for (key, code) in codes.enumerated() {
      log.append("key \(key), \(lifetimes[key]): code \(code.number) \(code.steps)")
    }

    let process = oracle.open(in: nil, container: ModelView.processContainer, isBase: true)
    process.serial = Scope.process.serial
    outside = View(place: .opened(process), values: InjectedValues(nil))
    if usesProcess { views.append(outside) }
    openContainer(1)
    if maker.random.isOne(of: 3) { openContainer(2) }
    for _ in 0..<4 { step() }
  }

  // MARK: Opening

  private mutating func openContainer(_ number: Int) {
    let isObserved = maker.random.isOne(of: 3)
    var values = InjectedValues.container(
      for: maker.random.isOne(of: 2) ? .test : .live,
      at: .unknown,
      observer: isObserved ? NobodyInParticular() : nil
    )
    let layer = oracle.open(in: nil, container: number, isBase: true)
    log.append(
      "layer \(layer.number): root of container \(number)\(isObserved ? ", observed" : "")"
    )
    let place = change(&values, layer, at: outside.place, current: .opened(layer))
    views.append(View(place: place, values: values.entered))
    comparison.compareViews(values.scope, place.view) { "container \(number)" }
  }

  private mutating func open() {
    let view = draw(from: views)
    log.append("in view \(view.numbers):")
    var (values, place) = (view.values, view.place)
    switch maker.random.below(8) {
    case 0:
      log.append("  observed")
      values = values.observed(by: NobodyInParticular(), at: .unknown)
    case 1, 2:
      log.append("  captured values are changed")
      place = change(&values, nil, at: outside.place, current: place)
    default:
      values = withInjected(values) {
        withInjected {
          place = change(&$0, nil, at: view.place, current: place)
        } operation: {
          InjectedValues.current
        }
      }
    }
    // An update that changes nothing opens a scope all the same.
    if values.scope !== view.values.scope && place.view == view.place.view {
      let layer = oracle.open(in: place)
      scopes.append((layer, values.scope!))
      place = .opened(layer)
    }
    log.append("  gives view \(place.view.numbers)")
    comparison.compareViews(values.scope, place.view) { "a scope's view" }
    views.append(View(place: place, values: values))
    makeObject(in: views.last!, or: place)
  }

  /// Makes an object in a view, or else where the code runs.
  @discardableResult
  private mutating func makeObject(in view: View?, or place: ModelPlace) -> Object {
    let data = ModelData.ofOverride(maker.nextNumber())
    let make = { [family] in Node(data, family) }
    let node = view.map { withInjected($0.values, operation: make) } ?? make()
    return meet(node, ModelValue(data, home: view?.place ?? place, .made), "object \(data)")
  }

  /// Compares an object that was made or read, and lets others be done with it.
  @discardableResult
  private mutating func meet(_ node: Node, _ value: ModelValue, _ what: String) -> Object {
    comparison.compare(node, value, what)
    objects.append(Object(value: value, node: node))
    return objects.last!
  }

  /// Changes values in a few ways. A new layer is one where the library has a new scope.
  ///
  /// - Parameters:
  ///   - layer: The layer that is there already.
  ///   - place: Where objects are made meanwhile.
  ///   - current: What the values are before.
  /// - Returns: What the values see.
  private mutating func change(
    _ values: inout InjectedValues,
    _ layer: ModelLayer?,
    at place: ModelPlace,
    current: ModelPlace
  ) -> ModelPlace {
    var layer = layer
    var seen = current
    // Held by nobody here: a scope that others hold takes no changes.
    var scope = layer == nil ? nil : values.scope.map(ObjectIdentifier.init)
    var opened = layer.map { [$0] } ?? []
    // A singleton that is seen while its container is made is built under another view than the
    // container's.
    let mayRead = layer == nil || !oracle.lifetimes.contains(.singleton)
    for _ in 0..<maker.random.below(5) {
      let key = maker.random.below(maker.keyCount)
      if mayRead && maker.random.isOne(of: 3) {
        comparison.compare(
          family.keys[key].read(values),
          oracle.read(key, in: seen),
          "key \(key) of values that are changed, \(seen.view.numbers)"
        )
        log.append("  reads \(key)")
        continue
      }
      let override = makeOverride(of: key, at: place, values: &values)
      if values.scope.map(ObjectIdentifier.init) != scope {
        scope = values.scope.map(ObjectIdentifier.init)
        layer = oracle.open(in: seen, isBase: layer?.isBase ?? false)
        opened.append(layer!)
        seen = .opened(layer!)
      }
      layer!.overrides[key] = override
      log.append("  layer \(layer!.number) overrides \(key) with \(describe(override))")
    }
    if !opened.isEmpty {
      for (layer, scope) in zip(opened.reversed(), values.scope!.ancestors) {
        scopes.append((layer, scope))
      }
    }
    return seen
  }

  /// Overrides a key of the library's values: with an object that is made here or in any view, with
  /// one that is there, or with code.
  private mutating func makeOverride(
    of key: Int,
    at place: ModelPlace,
    values: inout InjectedValues
  ) -> ModelOverride {
    let type = family.keys[key]
    switch maker.random.below(6) {
    case 0, 1:
      let code = maker.code(of: key)
      type.provide(&values) { [family] in family.run(code) }
      return .code(code)
    case 2 where !objects.isEmpty, 3 where !objects.isEmpty:
      let object = draw(from: objects)
      type.write(&values, object.node)
      return .value(object.value)
    default:
      let home = views.isEmpty || maker.random.isOne(of: 2) ? nil : draw(from: views)
      let object = makeObject(in: home, or: place)
      type.write(&values, object.node)
      return .value(object.value)
    }
  }

  // MARK: Merging

  /// Enters what an object sees, or what was current when it was made.
  private mutating func enter() {
    let (view, object) = drawParting()
    let isOfProcess = object.value.home.view.container == ModelView.processContainer
    if maker.random.isOne(of: 4) && (usesProcess || !isOfProcess) {
      let captured = View(place: object.value.home, values: object.node.values)
      log.append("enters what object \(object.value.data) captured, \(captured.numbers)")
      views.append(captured)
      return
    }
    let late = object.node.late[maker.random.below(maker.keyCount)]
    let values = withInjected(view.values) { late.projectedValue }
    let place = ModelPlace.merged(view.place, home: object.value.home)
    let what =
      "in view \(view.numbers), what object \(object.value.data) sees with the home "
      + "\(object.value.home.view.numbers)"
    log.append("\(what): \(place.view.numbers)")
    comparison.compareViews(values.scope, place.view) { what }
    views.append(View(place: place, values: values))
  }

  // MARK: Reading

  /// One read, as both sides understand it.
  private struct Read {
    let key: Int
    let place: ModelPlace
    let name: String
    let perform: @Sendable () -> Node
  }

  private mutating func makeRead() -> Read {
    let key = drawKey()
    let type = family.keys[key]
    if objects.isEmpty || maker.random.isOne(of: 2) {
      let view = draw(from: views)
      let (values, numbers) = (view.values, view.numbers)
      if maker.random.isOne(of: 2) {
        return Read(key: key, place: view.place, name: "of captured \(numbers)") {
          type.read(values)
        }
      }
      return Read(key: key, place: view.place, name: "in \(numbers)") {
        withInjected(values) { type.read(.current) }
      }
    }
    let (view, object) = drawParting()
    let (values, numbers) = (view.values, view.numbers)
    let (late, home) = (object.node.late[key], object.value.home)
    let place = ModelPlace.merged(view.place, home: home)
    switch maker.random.below(4) {
    case 0 where home.view.container != ModelView.processContainer:
      return Read(key: key, place: home, name: "from \(home.view.numbers) in no scope") { late() }
    case 1:
      return Read(key: key, place: place, name: "projected from \(home.view.numbers) in \(numbers)")
      {
        withInjected(values) { type.read(late.projectedValue) }
      }
    default:
      return Read(key: key, place: place, name: "from \(home.view.numbers) in \(numbers)") {
        withInjected(values) { late() }
      }
    }
  }

  private mutating func read() {
    let read = makeRead()
    let node = read.perform()
    compare(node, read)
    // Nothing is built twice for the same view.
    if oracle.lifetimes[read.key] != .transient {
      let again = read.perform()
      comparison.expect(again === node, "key \(read.key) \(read.name): built again")
    }
  }

  private mutating func compare(_ node: Node, _ read: Read) {
    let value = oracle.read(read.key, in: read.place)
    log.append("reads key \(read.key) \(read.name): \(value.data)")
    meet(node, value, "key \(read.key) \(read.name)")
  }

  /// Reads in several tasks at once, and compares afterwards.
  mutating func readAtOnce(_ count: Int) async {
    let reads = (0..<count).map { _ in makeRead() }
    let performs = reads.map(\.perform)
    var results: [(Int, Node)] = []
    await withTaskGroup(of: [(Int, Node)].self) { group in
      for task in 0..<4 {
        group.addTask {
          stride(from: task, to: performs.count, by: 4).map { ($0, performs[$0]()) }
        }
      }
      for await some in group { results += some }
    }
    for (index, node) in results.sorted(by: { $0.0 < $1.0 }) {
      compare(node, reads[index])
    }
  }

  // MARK: Running

  mutating func step() {
    switch maker.random.below(12) {
    case 0...3: open()
    case 4...6: if objects.isEmpty { read() } else { enter() }
    default: read()
    }
    if let contradiction = oracle.contradiction {
      comparison.expect(false, "the oracle contradicts itself: \(contradiction)")
    }
  }

  /// Often one of the last: merged views of merged views, and scopes inside them.
  private mutating func draw<Some>(from some: [Some]) -> Some {
    let index = maker.random.below(some.count)
    return maker.random.isOne(of: 3) ? some[max(index, some.count - 3)] : some[index]
  }

  /// Rather one that is built from others.
  private mutating func drawKey() -> Int {
    max(maker.random.below(maker.keyCount), maker.random.below(maker.keyCount))
  }

  /// Mostly a view and an object of which neither lies inside the other.
  private mutating func drawParting() -> (View, Object) {
    for _ in 0..<5 {
      let (view, object) = (draw(from: views), draw(from: objects))
      let (current, home) = (view.place.view, object.value.home.view)
      let merged = ModelView.merged(current, home)
      if merged != current && merged != home { return (view, object) }
    }
    return (draw(from: views), draw(from: objects))
  }

  /// Compares what scopes keep, and whether all that was built is used.
  mutating func finish(wasReadAtOnce: Bool) {
    for (layer, scope) in scopes { comparison.compareKept(scope, layer.number) }
    if wasReadAtOnce { return }
    for node in family.built where !comparison.knows(node) {
      comparison.expect(false, "a default was built that nobody has: \(node.data)")
    }
  }

  /// Lets the library's side of most views go. What objects see stays the same.
  mutating func forgetScopes() {
    for (layer, scope) in scopes where layer.serial == nil { layer.serial = scope.serial }
    scopes = []
    comparison.comparesIdentity = false
    for _ in 0..<(views.count * 2 / 3) where views.count > 1 {
      views.remove(at: maker.random.below(views.count))
    }
  }

  private func describe(_ override: ModelOverride) -> String {
    switch override {
    case .value(let value): "object \(value.data) of home \(value.home.view.numbers)"
    case .code(let code): "code \(code.number) \(code.steps)"
    }
  }
}

/// Makes a container one that is observed.
private final class NobodyInParticular: ScopeObserver {}
