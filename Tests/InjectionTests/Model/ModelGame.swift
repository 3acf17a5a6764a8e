import Injection
import InjectionTesting

/// Plays one program on the library and on the oracle, and compares them.
final class ModelGame {
  private let program: ModelProgram
  let library: ModelLibrary
  let oracle: ModelOracle
  var score = ModelScore(programs: 1)

  private var places: [Place] = []
  var objects: [(node: Node, object: ModelObject)] = []
  var operation = 0
  /// Whether anything was let go.
  var hasEnded = false
  /// Who should share, until something is let go: all with the same view, and all whose value
  /// stands on the same layers.
  var shared: [Identity: Node] = [:]

  struct Place {
    let values: InjectedValues
    let model: ModelValues
    /// No scope at all. Where the process's root must keep nothing, code there reads through
    /// objects only.
    var isOutside = false
  }

  struct Identity: Hashable {
    let key: Int
    let layers: [Int]
    let isHome: Bool
  }

  /// Plays a program.
  ///
  /// - Parameter family: The keys; programs that leave something in the process have their own.
  static func play(_ program: ModelProgram, family: Int = 0) -> ModelScore {
    let library = ModelLibrary(program.plans, family: family)
    library.start()
    var score = play(program, on: library)
    library.end()
    let isBootstrapped = if case .bootstrapped? = program.containers.first { true } else { false }
    if !isBootstrapped && score.failures.isEmpty && library.census.alive != 0 {
      score.failures.append("\(library.census.alive) objects are \(ModelScore.alive)")
    }
    return score
  }

  @inline(never)
  private static func play(_ program: ModelProgram, on library: ModelLibrary) -> ModelScore {
    let game = ModelGame(program, library)
    game.play()
    return game.score
  }

  private init(_ program: ModelProgram, _ library: ModelLibrary) {
    self.program = program
    self.library = library
    oracle = ModelOracle(program.plans)
  }

  private func play() {
    oracle.allowBuilds(Self.buildLimit)
    for container in program.containers { open(container) }
    // Values that take the place of others let them go.
    hasEnded = program.kind == .outside
    let outside = oracle.current
    for (index, operation) in program.operations.enumerated() where !isOver {
      self.operation = index
      oracle.allowBuilds(Self.buildLimit)
      if program.kind == .outside {
        library.outside = (objects.map(\.node), .current)
        oracle.outside = (objects.map(\.object), outside)
      }
      perform(operation)
    }
    library.outside = nil
    if oracle.isExhausted { score.exhausted += 1 }
  }

  private static let buildLimit = 400
  var isOver: Bool {
    oracle.isExhausted || !score.failures.isEmpty || score.differMixed + score.differUnsaid > 0
  }

  func fail(_ what: String) { score.failures.append("operation \(operation): \(what)") }

  // MARK: Places

  private func open(_ container: ModelProgram.Container) {
    switch container {
    case .bootstrapped(let changes):
      var root = oracle.current
      oracle.change(root: &root) { update(oracle, &$0, changes, before: nil, objects: []) }
      if !changes.isEmpty {
        InjectedValues.bootstrap { update(library, &$0, changes, before: nil, objects: []) }
      }
      places.append(Place(values: .current, model: root))
    case .process:
      places.append(Place(values: .current, model: oracle.current, isOutside: true))
      let provided: [ModelChange] = program.plans.enumerated().map { .provide($0, $1.steps) }
      func provide<World: ModelWorld>(_ world: World, _ values: inout World.Values) {
        world.change(&values, provided, before: nil, objects: []) { _ in }
      }
      var opened: (values: InjectedValues?, model: ModelValues?)
      oracle.open {
        provide(oracle, &$0)
      } _: {
        opened.model = oracle.current
      }
      library.open {
        provide(library, &$0)
      } _: {
        opened.values = library.current
      }
      places.append(Place(values: opened.values!, model: opened.model!))
    case .test(let changes):
      // What is made for it is at home in the container before.
      let outside = places.last ?? Place(values: .current, model: oracle.current)
      var root = oracle.makeContainer()
      oracle.enter(outside.model) {
        oracle.change(root: &root) { update(oracle, &$0, changes, before: nil, objects: []) }
      }
      let values = withInjected(outside.values) {
        withTestScope {
          update(library, &$0, changes, before: nil, objects: [])
        } operation: {
          InjectedValues.current
        }
      }
      places.append(Place(values: values, model: root))
    }
  }

  /// Changes values in one of the worlds.
  @discardableResult
  private func update<World: ModelWorld>(
    _ world: World,
    _ values: inout World.Values,
    _ changes: [ModelChange],
    before: World.Values?,
    objects: [World.Object]
  ) -> (reads: [World.Object], copies: [World.Values]) {
    var reads: [World.Object] = []
    var copies: [World.Values] = []
    world.change(&values, changes, before: before, objects: objects) { update in
      switch update {
      case .read(_, let object): reads.append(object)
      case .copy(let copy): copies.append(copy)
      }
    }
    return (reads, copies)
  }

  func pickPlace(_ number: Int, orOutside: Bool = false) -> Place? {
    if places.isEmpty { return nil }
    let place = places[number % places.count]
    return place.isOutside && !orOutside ? nil : place
  }

  func pickObject(_ number: Int, _ pick: Int) -> (node: Node, object: ModelObject)? {
    if objects.isEmpty { return nil }
    let (node, object) = objects[number % objects.count]
    return (library.pick(pick, from: node), oracle.pick(pick, from: object))
  }

  // MARK: Operations

  private func perform(_ operation: ModelOperation) {
    switch operation {
    case .open(let place, let changes): open(place, changes, enters: true)
    case .change(let place, let changes): open(place, changes, enters: false)
    case .capture(let place, let object, let pick):
      guard let place = pickPlace(place, orOutside: true),
        let (node, object) = pickObject(object, pick)
      else { return }
      var (values, model): (InjectedValues?, ModelValues?)
      oracle.enter(place.model) { model = oracle.seen(by: object) }
      library.enter(place.values) { values = library.seen(by: node) }
      // What sees nothing but the process's root is outside, too.
      let isOutside = place.isOutside && model!.place.layers.count == 1
      places.append(
        Place(
          values: values!,
          model: model!,
          isOutside: isOutside && model!.place.layers[0].number == 0
        )
      )
    case .take(let object, let pick):
      guard let (node, object) = pickObject(object, pick), let values = library.captured(by: node)
      else { return }
      places.append(Place(values: values, model: oracle.captured(by: object)!))
    case .make(let place):
      guard let place = pickPlace(place) else { return }
      oracle.enter(place.model) {
        library.enter(place.values) {
          let data = 3 * self.operation
          objects.append((library.makeObject(data, []), oracle.makeObject(data, [])))
        }
      }
    case .read(let read): perform(read)
    case .readAtOnce(let reads): performAtOnce(reads)
    case .endPlace(let number):
      if places.isEmpty { return }
      hasEnded = true
      shared = [:]
      places.remove(at: number % places.count)
    case .endObject(let number):
      if objects.isEmpty { return }
      hasEnded = true
      shared = [:]
      objects.remove(at: number % objects.count)
    }
  }

  private func open(_ place: Int, _ changes: [ModelChange], enters: Bool) {
    guard let place = pickPlace(place) else { return }
    func opened<World: ModelWorld>(
      _ world: World,
      _ values: World.Values,
      _ objects: [World.Object]
    ) -> (World.Values, reads: [World.Object], copies: [World.Values]) {
      var opened: (World.Values, reads: [World.Object], copies: [World.Values])?
      if enters {
        var told: (reads: [World.Object], copies: [World.Values])?
        world.enter(values) {
          world.open {
            // Where nothing else is made in the scope, it is counted all the same.
            if !operation.isMultiple(of: 2) { world.witness(&$0) }
            told = update(world, &$0, changes, before: values, objects: objects)
          } _: {
            opened = (world.current, told!.reads, told!.copies)
          }
        }
      } else {
        world.enter(values) {
          var changed = values
          let told = update(world, &changed, changes, before: values, objects: objects)
          opened = (world.copy(&changed), told.reads, told.copies)
        }
      }
      return opened!
    }
    let model = opened(oracle, place.model, objects.map(\.object))
    if oracle.isExhausted { return }
    let real = opened(library, place.values, objects.map(\.node))
    for (node, object) in zip(real.reads, model.reads) {
      compare(node, object, "a read while values are changed")
      objects.append((node, object))
    }
    for (values, model) in zip([real.0] + real.copies, [model.0] + model.copies) {
      places.append(Place(values: values, model: model))
    }
  }
}
