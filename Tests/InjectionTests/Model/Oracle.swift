// What every read must give, in the plainest code: nothing is kept, every read builds all of it
// again. See sections 3 and 4 of the rules.

/// Is the same as itself only.
protocol Individual: AnyObject, Hashable {}

extension Individual {
  static func == (a: Self, b: Self) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What one `withInjected` opened.
final class ModelLayer: Individual {
  let number: Int
  var overrides: [Int: ModelOverride] = [:]
  /// Where it was opened; `nil` for a root.
  let outer: ModelPlace?
  let container: Int
  /// Part of what a container was opened with.
  let isBase: Bool
  /// The library's number for it, once known.
  var serial: UInt?

  init(_ number: Int, in outer: ModelPlace?, container: Int, isBase: Bool) {
    self.number = number
    self.outer = outer
    self.container = container
    self.isBase = isBase
  }

  var isRoot: Bool { outer == nil }
}

enum ModelOverride {
  case value(ModelValue)
  case code(Code)
}

/// A list of layers, innermost first; with a layer it has all that the layer was opened in.
typealias ModelView = [ModelLayer]

extension ModelView {
  static let processContainer = 0

  var container: Int { last!.container }
  var numbers: [Int] { map(\.number) }

  func override(of key: Int) -> (ModelLayer, ModelOverride)? {
    for layer in self { if let override = layer.overrides[key] { return (layer, override) } }
    return nil
  }

  /// R2, R3: what an object with this home sees while `current` is current.
  static func merged(_ current: ModelView, _ home: ModelView) -> ModelView {
    if current.container != processContainer && current.container != home.container {
      return current
    }
    func isProcess(_ layer: ModelLayer) -> Bool {
      layer.isRoot && layer.container == processContainer
    }
    if home.count == 1 && isProcess(home[0]) { return current }
    return current.filter { !home.contains($0) && !isProcess($0) } + home
  }

  /// The layers of `tips`, what those were opened in, and the root.
  func reduced(to tips: [ModelLayer]) -> ModelView {
    let needed = tips + tips.flatMap { $0.outer?.view ?? [] }
    return filter { $0.isRoot || needed.contains($0) }
  }
}

/// Where code runs, or an object was made.
indirect enum ModelPlace {
  case fixed(ModelView)
  /// In a build: what that sees, and when it is over the home of what it built.
  case build(ModelBuild)
  /// In a scope.
  case opened(ModelLayer)
  /// What an object with a home sees.
  case merged(ModelPlace, home: ModelPlace)

  var view: ModelView {
    switch self {
    case .fixed(let view): view
    case .build(let build): (build.home ?? build.place).view
    case .opened(let layer): [layer] + (layer.outer?.view ?? [])
    case .merged(let current, let home): .merged(current.view, home.view)
    }
  }

  /// Whether it is in a build that is running.
  func isIn(_ build: ModelBuild) -> Bool {
    switch self {
    case .fixed(let view): view.contains { $0.outer?.isIn(build) == true }
    case .build(let other): other === build || (other.home ?? other.place).isIn(build)
    case .opened(let layer): layer.outer?.isIn(build) == true
    case .merged(let current, let home): current.isIn(build) || home.isIn(build)
    }
  }
}

/// What a read gives.
final class ModelValue {
  let data: Int
  let home: ModelPlace
  let parts: [ModelValue]
  let kind: Kind
  /// The library's object, once known.
  var node: Node?

  enum Kind {
    /// An object that was made by hand, or in a key's code.
    case made
    /// A default that nobody shares: a transient one, or one that was built through an object with
    /// its home elsewhere.
    case own
    /// A default that is shared by all who find the same.
    case shared(ModelRecord)
  }

  init(_ data: Int, home: ModelPlace, parts: [ModelValue] = [], _ kind: Kind) {
    self.data = data
    self.home = home
    self.parts = parts
    self.kind = kind
  }

  var record: ModelRecord? { if case .shared(let record) = kind { record } else { nil } }
}

/// What a shared default was built from: there is one for the same findings.
final class ModelRecord: Individual {
  let key: Int
  let findings: [Finding]
  let tips: [ModelLayer]

  init(_ key: Int, _ findings: [Finding], tips: [ModelLayer]) {
    self.key = key
    self.findings = findings
    self.tips = tips
  }

  struct Finding: Hashable {
    let key: Int
    let found: Found
  }

  enum Found: Hashable {
    case nothing
    case override(ModelLayer)
    case record(ModelRecord)
  }
}

/// One run of a key's code.
final class ModelBuild {
  let place: ModelPlace
  /// When it is over.
  var home: ModelPlace?
  var findings: [ModelRecord.Finding] = []
  var tips: [ModelLayer] = []
  /// Whether it read through an object whose home is not part of what it sees.
  var isPinned = false

  init(in place: ModelPlace) {
    self.place = place
  }

  func note(_ key: Int, _ found: ModelRecord.Found) {
    let finding = ModelRecord.Finding(key: key, found: found)
    if findings.contains(finding) { return }
    switch found {
    case .nothing: break
    // What was found at a scope that was opened in this build is nobody else's concern.
    case .override(let layer) where isOwn(layer): return
    case .override(let layer): add(layer)
    // And of a default that stands on such a scope, what that was built from.
    case .record(let record) where record.tips.contains(where: isOwn):
      for finding in record.findings { note(finding.key, finding.found) }
      return
    case .record(let record):
      for tip in record.tips { add(tip) }
    }
    findings.append(finding)
  }

  private func isOwn(_ layer: ModelLayer) -> Bool { layer.outer?.isIn(self) == true }

  private func add(_ tip: ModelLayer) {
    if !tips.contains(tip) { tips.append(tip) }
  }
}

// MARK: - Reading

final class Oracle {
  let lifetimes: [ModelLifetime]
  let codes: [Code]
  private(set) var layers: [ModelLayer] = []
  private var values: [Identity: ModelValue] = [:]
  /// What the oracle says twice in different ways.
  private(set) var contradiction: String?

  /// All who find the same have the same value.
  private struct Identity: Hashable {
    let key: Int
    let findings: Set<ModelRecord.Finding>
    let home: ModelView
  }

  init(_ lifetimes: [ModelLifetime], _ codes: [Code]) {
    self.lifetimes = lifetimes
    self.codes = codes
  }

  func open(in outer: ModelPlace?, container: Int? = nil, isBase: Bool = false) -> ModelLayer {
    let container = container ?? outer!.view.container
    layers.append(ModelLayer(layers.count, in: outer, container: container, isBase: isBase))
    return layers.last!
  }

  /// Reads a key.
  ///
  /// - Parameter build: The build that is running.
  func read(_ key: Int, in place: ModelPlace, _ build: ModelBuild? = nil) -> ModelValue {
    let view = place.view
    let override = view.override(of: key)
    if case (let layer, .value(let value))? = override {
      build?.note(key, .override(layer))
      return value
    }
    let code = if case .code(let code)? = override?.1 { code } else { codes[key] }
    switch lifetimes[key] {
    case .transient: return buildTransient(key, code, in: place, build)
    case .singleton:
      // R11, R21: under the view of the scope that provides its code, or of the container's root.
      let base = view[view.firstIndex { $0.isBase }!...]
      return makeShared(key, code, in: override.map { .opened($0.0) } ?? .fixed(Array(base)), build)
    default: return makeShared(key, code, in: place, build)
    }
  }

  private func makeShared(
    _ key: Int,
    _ code: Code,
    in place: ModelPlace,
    _ reader: ModelBuild?
  ) -> ModelValue {
    let build = ModelBuild(in: place)
    var asked = [key]
    if case .by(let others) = lifetimes[key] { asked += others }
    for key in asked { noteOverride(key, in: place, build) }
    let (data, parts) = run(code, build)
    if build.isPinned {
      build.home = place
      reader?.isPinned = true
      return ModelValue(data, home: place, parts: parts, .own)
    }
    let view = place.view.reduced(to: build.tips)
    let owner = build.tips.first { ModelPlace.opened($0).view == view }
    build.home = owner.map { .opened($0) } ?? .fixed(view)
    let identity = Identity(key: key, findings: Set(build.findings), home: view)
    if let value = values[identity] {
      if value.data != data { contradiction = "key \(key) in \(view.numbers)" }
      reader?.note(key, .record(value.record!))
      return value
    }
    let record = ModelRecord(key, build.findings, tips: build.tips)
    let value = ModelValue(data, home: build.home!, parts: parts, .shared(record))
    values[identity] = value
    reader?.note(key, .record(record))
    return value
  }

  private func buildTransient(
    _ key: Int,
    _ code: Code,
    in place: ModelPlace,
    _ reader: ModelBuild?
  ) -> ModelValue {
    let build = ModelBuild(in: place)
    noteOverride(key, in: place, build)
    let (data, parts) = run(code, build)
    // A transient value belongs to whoever asked.
    build.home = place
    for finding in build.findings { reader?.note(finding.key, finding.found) }
    if build.isPinned { reader?.isPinned = true }
    return ModelValue(data, home: place, parts: parts, .own)
  }

  /// Counts as a read of the key, and builds nothing.
  private func noteOverride(_ key: Int, in place: ModelPlace, _ build: ModelBuild) {
    build.note(key, place.view.override(of: key).map { .override($0.0) } ?? .nothing)
  }

  // MARK: Steps

  private func run(_ code: Code, _ build: ModelBuild) -> (Int, [ModelValue]) {
    var running = Running(oracle: self, build: build, data: ModelData.ofCode(code.number))
    for step in code.steps { running.run(step, in: .build(build)) }
    return (running.data, running.parts)
  }

  private struct Running {
    let oracle: Oracle
    let build: ModelBuild
    var data: Int
    var parts: [ModelValue] = []

    mutating func add(_ value: ModelValue) {
      parts.append(value)
      data = ModelData.mix(data, value.data)
    }

    func read(_ key: Int, in place: ModelPlace) -> ModelValue { oracle.read(key, in: place, build) }

    mutating func run(_ step: Step, in place: ModelPlace) {
      switch step {
      case .read(let key): add(read(key, in: place))
      case .readThrough(let object, let key), .readProjected(let object, let key):
        let object = read(object, in: place)
        add(object)
        add(read(key, in: seen(by: object, from: place)))
      case .enter(let object, let steps):
        let object = read(object, in: place)
        add(object)
        let seen = seen(by: object, from: place)
        for step in steps { run(step, in: seen) }
      case .open(let settings, let steps):
        let (inside, read) = oracle.apply(settings, in: place, build)
        for value in read { add(value) }
        for step in steps { run(step, in: inside) }
      case .make: add(ModelValue(ModelData.ofOverride(data), home: place, .made))
      case .ifEven(let step): if data.isMultiple(of: 2) { run(step, in: place) }
      }
    }

    func seen(by object: ModelValue, from place: ModelPlace) -> ModelPlace {
      let home = object.home
      if home.isIn(build) { return .merged(place, home: home) }
      func isPart(of view: ModelView) -> Bool {
        ModelView.merged(view, home.view) == view
      }
      if !isPart(of: build.place.view) { build.isPinned = true }
      // Where the home is part of what is seen, this is a read like any other.
      return isPart(of: place.view) ? place : .merged(place, home: home)
    }
  }

  /// Opens a scope. Returns it, and what was read meanwhile.
  private func apply(
    _ settings: [Setting],
    in place: ModelPlace,
    _ build: ModelBuild
  ) -> (ModelPlace, [ModelValue]) {
    let layer = open(in: place)
    // What the values are that are changed: the layer's, once there is something in it.
    var seen = place
    var values: [ModelValue] = []
    for setting in settings {
      switch setting {
      case .set(let key, let tag):
        layer.overrides[key] = .value(ModelValue(ModelData.ofOverride(tag), home: place, .made))
      case .provide(let key, let code):
        layer.overrides[key] = .code(code)
      case .read(let key):
        values.append(read(key, in: seen, build))
        continue
      case .copy(let key, let other):
        values.append(read(key, in: seen, build))
        layer.overrides[other] = .value(values.last!)
      }
      seen = .opened(layer)
    }
    return (.opened(layer), values)
  }
}
