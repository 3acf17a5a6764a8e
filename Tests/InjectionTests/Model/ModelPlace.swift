// What the oracle knows of a program: lists of layers, and nothing that is remembered.

/// What can be current, or the home of an object.
class ModelPlace {
  /// What is seen here, innermost first; the last one is a container's root.
  var layers: [ModelLayer] {
    if let known { return known }
    let layers = findLayers()
    if isFixed { known = layers }
    return layers
  }
  private var known: [ModelLayer]?

  func findLayers() -> [ModelLayer] { fatalError("abstract") }
  /// Whether it goes on seeing the same: no build is running that leads to less when it is over.
  var isFixed: Bool { fatalError("abstract") }

  /// The running build that is told what is read here.
  var build: ModelBuild? { nil }
  /// The same without running builds.
  var settled: ModelPlace { self }

  final func sees(_ other: ModelPlace) -> Bool { layers.elementsEqual(other.layers, by: ===) }
  final var builds: [ModelBuild] { build.map { [$0] + $0.asked!.builds } ?? [] }

  final func override(of key: Int) -> (layer: ModelLayer, gift: ModelOverride)? {
    for layer in layers { if let gift = layer.overrides[key] { return (layer, gift) } }
    return nil
  }
}

enum ModelOverride {
  case value(ModelObject)
  case code([ModelStep], outside: ModelValues?)
}

/// What one `withInjected` said.
final class ModelLayer: ModelPlace {
  /// In the order of opening; 0 is the process's root.
  let number: Int
  var overrides: [Int: ModelOverride] = [:]
  private let outer: ModelPlace?
  /// The build in which it was opened.
  let opener: ModelBuild?
  let origin: Origin?
  /// Whether the code of a default opened it: then it ends with that code.
  let isOfCode: Bool

  /// The key whose code opened a layer, and how many the build had opened before.
  struct Origin: Hashable {
    let key, ordinal: Int
  }

  init(_ number: Int, in outer: ModelPlace?, opener: ModelBuild? = nil, isOfCode: Bool = false) {
    (self.number, self.outer, self.opener, self.isOfCode) = (number, outer, opener, isOfCode)
    origin = opener?.makeOrigin()
  }

  override var layers: [ModelLayer] { [self] + super.layers }
  /// Those around it: a layer does not hold itself.
  override func findLayers() -> [ModelLayer] { outer?.layers ?? [] }
  override var isFixed: Bool { outer?.isFixed ?? true }
  /// When its opener is over, it is a part of what that stands on.
  override var build: ModelBuild? { opener?.asked == nil ? opener?.build : opener }

  /// Whether it was opened in a build, or in a scope that was.
  func isInside(_ build: ModelBuild) -> Bool {
    guard let opener else { return false }
    return opener === build || opener.layers.contains { $0.isInside(build) }
  }
}

/// What an object with a home sees in another place (R2): the layers that are not the home's, and
/// then the home's.
final class ModelPair: ModelPlace {
  private let current, home: ModelPlace

  private init(_ current: ModelPlace, home: ModelPlace) {
    (self.current, self.home) = (current, home)
  }

  static func of(_ current: ModelPlace, home: ModelPlace) -> ModelPlace {
    if home === current { return current }
    let (root, homeRoot) = (current.layers.last!.number, home.layers.last!.number)
    // R3: the home does not count in another test's container.
    return root == homeRoot || root == 0 ? ModelPair(current, home: home) : current
  }

  override func findLayers() -> [ModelLayer] {
    let inner = home.layers
    return current.layers.filter { layer in layer.number != 0 && !inner.contains { $0 === layer } }
      + inner
  }
  override var isFixed: Bool { current.isFixed && home.isFixed }
  override var build: ModelBuild? { current.build }
  override var settled: ModelPlace {
    let pair = ModelPair(current.settled, home: home.settled)
    if pair.sees(pair.current) { return pair.current }
    return pair.sees(pair.home) ? pair.home : pair
  }
}

/// One run of a key's code: what is current in it, and the home of what is made in it.
final class ModelBuild: ModelPlace {
  /// What asked for it, while it runs.
  private(set) var asked: ModelPlace?
  /// What the value stands on, when it is over.
  private var home: ModelPlace?
  private let key: Int
  private let isTransient: Bool
  private var layerCount = 0
  /// The layers whose overrides it stands on.
  private(set) var tips: [ModelLayer] = []
  /// Whether its value is for the place that asked, and for nobody else.
  var isPinned = false
  /// Whether something was read through a home: then not everyone who sees the tips can share it.
  private(set) var hasHomes = false

  init(of key: Int, in asked: ModelPlace, isTransient: Bool) {
    (self.key, self.asked, self.isTransient) = (key, asked, isTransient)
  }

  func makeOrigin() -> ModelLayer.Origin {
    layerCount += 1
    return ModelLayer.Origin(key: key, ordinal: layerCount)
  }

  override func findLayers() -> [ModelLayer] { (asked ?? home!).layers }
  override var isFixed: Bool { asked == nil && home!.isFixed }
  /// A transient value is a part of what asked for it, and one that is built of what it stands on:
  /// that may be a layer which another build has opened.
  override var build: ModelBuild? {
    isTransient || asked == nil ? (asked ?? home!).build : self
  }
  /// What a transient value is a part of may still run when it is over.
  override var settled: ModelPlace { (asked ?? home!).settled }

  func end(_ home: ModelPlace) { (asked, self.home) = (nil, home) }

  func note(_ tip: ModelLayer) {
    if !tip.isInside(self) && !tips.contains(where: { $0 === tip }) { tips.append(tip) }
  }

  /// Notes what was read through, or entered: if that is not what this build sees, but for what was
  /// opened in it, then its value is for the place that asked.
  func note(passing place: ModelPlace) {
    if place === self { return }
    if place is ModelPair { hasHomes = true }
    let outside = place.layers.filter { !$0.isInside(self) }
    if !outside.elementsEqual(asked!.layers, by: ===) { isPinned = true }
  }

  func note(_ finding: ModelFinding) {
    if finding.isPinned { isPinned = true }
    if finding.hasHomes { hasHomes = true }
    if let layer = finding.override { return note(layer) }
    // What such a value read has been noted already; and nothing further out overrides its key.
    if finding.isTransient || finding.tips.contains(where: { $0.isInside(self) }) {
      if let layer = finding.provider { note(layer) }
    } else {
      for tip in finding.tips { note(tip) }
    }
  }

  func forgetReads(butOf provider: ModelLayer?) {
    (tips, isPinned, hasHomes) = (provider.map { [$0] } ?? [], false, false)
  }

  /// The place that sees the tips, what those were opened in, and the root: no more (R8), in the
  /// order of the build.
  ///
  /// - Returns: `nil` if no layer or pair of layers is such a place.
  func findHome() -> ModelPlace? {
    let all = asked!.layers
    let root = all.last!
    let needed = tips.flatMap(\.layers) + [root]
    let layers = all.filter { layer in needed.contains { $0 === layer } }
    let own = tips.isEmpty ? [root] : layers.filter { layer in tips.contains { $0 === layer } }
    if own.count < tips.count { return nil }
    func isHome(_ place: ModelPlace) -> Bool { place.layers.elementsEqual(layers, by: ===) }
    if let tip = own.first(where: isHome) { return tip }
    for a in own + [root] {
      for b in own + [root] where a !== b {
        let pair = ModelPair.of(a, home: b)
        if isHome(pair) { return pair }
      }
    }
    return nil
  }
}

/// What a read found.
struct ModelFinding {
  let object: ModelObject
  /// The layer that overrides the key's value.
  var override: ModelLayer?
  /// The layer that provides the key's code.
  var provider: ModelLayer?
  var tips: [ModelLayer] = []
  var isPinned = false
  var isTransient = false
  var hasHomes = false
  /// What a shared default stands on.
  var home: ModelPlace?
}

final class ModelObject {
  let data: Int
  let home: ModelPlace
  let parts: [ModelObject]

  init(_ data: Int, home: ModelPlace, _ parts: [ModelObject] = []) {
    (self.data, self.home, self.parts) = (data, home, parts)
  }
}
