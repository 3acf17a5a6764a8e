/// What code sees, and may change: a layer that nobody else sees yet takes the changes.
struct ModelValues {
  var place: ModelPlace
  var draft: ModelLayer?

  init(_ place: ModelPlace) { self.place = place }
}

/// Says what every read must give, in the plainest code: it remembers nothing, and builds at every
/// read.
///
/// It knows the rules of sections 3 and 4 for lists of layers, and nothing of scopes, memories, or
/// threads.
final class ModelOracle: ModelWorld {
  private let plans: [ModelPlan]
  private var layerCount = 1
  private(set) var current: ModelValues
  /// What the last read outside of builds found.
  private(set) var finding: ModelFinding?

  /// Whether code of a build entered, or changed, values that were captured elsewhere: nobody says
  /// what the value stands on then.
  private(set) var isUnsaid = false

  /// Whether two layers met that the code of one default opened, in two builds.
  ///
  /// All who share the default share the layer, but the oracle builds at every read: so it may be
  /// one layer in the library.
  private(set) var isMixed = false

  /// Whether the code of any default has opened a scope.
  private var hasOpened = false

  /// How many defaults are built one in the other.
  private var depth = 0

  /// How much one read may build: a program that builds more is not played to its end.
  private var buildsLeft = 0
  var isExhausted: Bool { buildsLeft < 0 }

  var outside: (objects: [ModelObject], values: ModelValues)? { didSet { isUnsaid = true } }

  init(_ plans: [ModelPlan]) {
    self.plans = plans
    current = ModelValues(ModelLayer(0, in: nil))
  }

  func allowBuilds(_ count: Int) { buildsLeft = count }

  func makeContainer() -> ModelValues {
    layerCount += 1
    return ModelValues(ModelLayer(layerCount, in: nil))
  }

  /// The root of a container takes what is changed before anybody sees it.
  func change(root values: inout ModelValues, _ update: (inout ModelValues) -> Void) {
    values.draft = values.place as? ModelLayer
    update(&values)
    values.draft = nil
  }

  // MARK: Scopes

  func enter(_ values: ModelValues, _ operation: () -> Void) {
    let outer = current
    defer { current = outer }
    current = ModelValues(values.place)
    for build in outer.place.builds { build.note(passing: values.place) }
    checkCopies(in: values.place)
    if let build = outer.place.build, values.place.build !== build {
      // As if it had opened a scope there that overrides nothing.
      current = ModelValues(openLayer(in: values.place, from: outer.place))
    }
    operation()
  }

  func open(_ update: (inout ModelValues) -> Void, _ operation: () -> Void) {
    var values = current
    update(&values)
    if values.place === current.place {
      values = ModelValues(openLayer(in: current.place, from: current.place))
    }
    enter(values, operation)
  }

  private func openLayer(in place: ModelPlace, from current: ModelPlace) -> ModelLayer {
    layerCount += 1
    hasOpened = hasOpened || current.build != nil
    if let build = current.build, place.build !== build { isUnsaid = true }
    for build in current.builds { build.note(passing: place) }
    return ModelLayer(layerCount, in: place, opener: current.build, isOfCode: depth > 0)
  }

  private func draft(of values: inout ModelValues) -> ModelLayer {
    if let draft = values.draft { return draft }
    let draft = openLayer(in: values.place, from: current.place)
    (values.place, values.draft) = (draft, draft)
    return draft
  }

  func set(_ key: Int, to object: ModelObject, in values: inout ModelValues) {
    draft(of: &values).overrides[key] = .value(object)
  }

  func provide(
    _ key: Int,
    _ steps: [ModelStep],
    outside: ModelValues?,
    in values: inout ModelValues
  ) {
    draft(of: &values).overrides[key] = .code(steps, outside: outside)
  }

  func copy(_ values: inout ModelValues) -> ModelValues {
    values.draft = nil
    return values
  }

  func witness(_ values: inout ModelValues) { _ = draft(of: &values) }

  // MARK: Objects

  func makeObject(_ data: Int, _ parts: [ModelObject]) -> ModelObject {
    ModelObject(data, home: current.place, parts)
  }

  func data(of object: ModelObject) -> Int { object.data }
  func parts(of object: ModelObject) -> [ModelObject] { object.parts }
  func seen(by object: ModelObject) -> ModelValues {
    ModelValues(ModelPair.of(current.place, home: object.home))
  }
  func captured(by object: ModelObject) -> ModelValues? {
    Node.captures(object.data) ? ModelValues(object.home) : nil
  }

  // MARK: Reading

  func read(_ key: Int, through object: ModelObject) -> ModelObject {
    read(key, in: seen(by: object))
  }

  func read(_ key: Int, in values: ModelValues) -> ModelObject {
    if isExhausted { return ModelObject(0, home: values.place) }
    checkCopies(in: values.place)
    let finding = find(key, in: values.place)
    for build in values.place.builds {
      build.note(passing: values.place)
      build.note(finding)
    }
    self.finding = finding
    return finding.object
  }

  /// Two layers that may be one are met together: see `isMixed`.
  private func checkCopies(in place: ModelPlace) {
    if isMixed || !hasOpened { return }
    var opened: [ModelLayer.Origin: ModelLayer] = [:]
    for layer in place.layers + place.builds.flatMap({ $0.asked!.layers + $0.tips }) {
      guard let origin = layer.origin else { continue }
      if opened.updateValue(layer, forKey: origin).map({ $0 !== layer }) == true { isMixed = true }
    }
  }

  private func find(_ key: Int, in place: ModelPlace) -> ModelFinding {
    switch place.override(of: key) {
    case (let layer, .value(let object))?: return ModelFinding(object: object, override: layer)
    case (let layer, .code(let steps, let outside))?:
      return build(key, steps, outside, provider: layer, in: place)
    case nil: return build(key, plans[key].steps, nil, provider: nil, in: place)
    }
  }

  private func build(
    _ key: Int,
    _ steps: [ModelStep],
    _ outside: ModelValues?,
    provider: ModelLayer?,
    in place: ModelPlace
  ) -> ModelFinding {
    buildsLeft -= 1
    let lifetime = plans[key].lifetime
    if lifetime == .transient { return buildTransient(key, steps, outside, provider, in: place) }
    var asked = place.settled
    if lifetime == .singleton {
      // R11, R21: under the view of the scope that provides its code, or of the container's root.
      let own = provider ?? place.layers.last!
      if !own.sees(place) { asked = own }
    }
    let build = ModelBuild(of: key, in: asked, isTransient: false)
    var asks = [key]
    if case .scopedBy(let other) = lifetime { asks.append(other) }
    for key in asks {
      guard let layer = asked.override(of: key)?.layer else { continue }
      build.note(layer)
      for outer in asked.builds { outer.note(layer) }
    }
    let object = run(steps, key, outside, in: build)
    if lifetime == .singleton { build.forgetReads(butOf: provider) }
    let home = build.isPinned ? nil : build.findHome()
    build.end(home ?? asked)
    return ModelFinding(
      object: object,
      provider: provider,
      tips: build.tips,
      isPinned: home == nil,
      hasHomes: build.hasHomes,
      home: home
    )
  }

  /// A transient value belongs to whoever asked.
  private func buildTransient(
    _ key: Int,
    _ steps: [ModelStep],
    _ outside: ModelValues?,
    _ provider: ModelLayer?,
    in place: ModelPlace
  ) -> ModelFinding {
    let build = ModelBuild(of: key, in: place, isTransient: true)
    let object = run(steps, key, outside, in: build)
    build.end(place is ModelPair && place.build == nil ? place.settled : place)
    return ModelFinding(object: object, provider: provider, isTransient: true)
  }

  private func run(
    _ steps: [ModelStep],
    _ key: Int,
    _ outside: ModelValues?,
    in build: ModelBuild
  ) -> ModelObject {
    let outer = current
    current = ModelValues(build)
    depth += 1
    defer { (current, depth) = (outer, depth - 1) }
    let (data, parts) = run(steps, of: key, outside: outside)
    return makeObject(data, parts)
  }
}
