/// Looks for what a view says of a key: outwards from a layer; of a pair, on both sides. A word of
/// the home wins if it lies inside that of the current side.
struct WordSearch {
  private let key: KeyID
  private let view: Unretained<Layer>
  /// The pairs that are being asked: whether the home is, what the current side has said then, and
  /// whether builds were looked for before.
  private var open: [Side] = []
  /// What pairs have said, since they may share sides.
  private var known: [Side] = []
  private typealias Side = (pair: Unretained<Layer>, isHome: Bool, word: Found?, findsBuild: Bool)
  /// Whether builds are looked for whose own layers are asked: the first one that runs on each way,
  /// since those further out get the key with its value. A singleton's isn't the last: it stands on
  /// nothing that its code reads.
  private var findsBuild: Bool
  private var builds: [Build] = []

  /// - Parameter findsBuilds: Whether to return the running builds whose own layers are asked first.
  @inline(never)
  static func run(
    for key: KeyID,
    in view: Layer,
    findsBuilds: Bool = false
  ) -> (word: Found?, builds: [Build]) {
    // Safe: the caller holds the view, and each layer the next ones.
    let view = unsafe Unretained(view)
    var search = WordSearch(key: key, view: view, findsBuild: findsBuilds)
    var word = search.walk(from: view)
    while let home = search.nextHome(&word) { word = search.walk(from: home) }
    return (word, search.builds)
  }

  /// What the first layer says that says something, from one outwards.
  private mutating func walk(from first: Unretained<Layer>) -> Found? {
    var next: Unretained<Layer>? = first
    while let layer = next {
      var word = layer.use { $0.ownWord(of: key) }
      // Beside a test, what the process sets doesn't count.
      if let said = word?.layer, said.depth == 0,
        said.ownContainer !== view.use({ $0.ownContainer })
      {
        word = nil
      }
      if findsBuild, let build = layer.use({ $0.build }), !build.isOver {
        builds.append(build)
        findsBuild = !build.standsOnReads
      }
      if word != nil { return word }
      if let side = layer.use({ $0.onlySide(with: key) }) {
        next = side
        continue
      }
      if layer.use({ $0.isPair }) {
        if let side = known.first(where: { $0.pair.isSame(layer) }) { return side.word }
        open.append((layer, false, nil, findsBuild))
      }
      next = layer.use { $0.unretainedOuter }
    }
    return nil
  }

  /// The home of the innermost pair of which only the current side was asked.
  ///
  /// - Parameter word: What was said last; then what the pairs say of which both sides were asked.
  private mutating func nextHome(_ word: inout Found?) -> Unretained<Layer>? {
    while let (pair, isHome, current, foundBuild) = open.popLast() {
      if !isHome {
        findsBuild = foundBuild
        open.append((pair, true, word, foundBuild))
        // Safe: the pair holds it.
        return unsafe Unretained(pair.use { $0.home! })
      }
      if let current, word.map({ $0.layer.liesIn(current.layer) }) != true { word = current }
      known.append((pair, true, word, foundBuild))
    }
    return nil
  }
}

extension Layer {
  /// Of a pair, the side that alone may say something of a key, besides the root; or that lies in
  /// the other one: then a running build that only the other one leads to isn't asked.
  fileprivate func onlySide(with key: KeyID) -> Unretained<Layer>? {
    guard let home, let current = outer.unretained,
      current.use({ $0.ownContainer === home.ownContainer })
    else { return nil }
    if home.chainBits & key.bit == 0 { return current }
    // Safe: this holds it.
    if current.use({ $0.chainBits & key.bit == 0 }) { return unsafe Unretained(home) }
    // Known only now, if a build ran when the pair was made.
    return current.use { $0.isInside(home.meant) } ? current : nil
  }

  func ownWord(of key: KeyID) -> Found? {
    if let build {
      let find = { self.words?.first { $0.entry.id == key } }
      return build.isOver ? find() : build.locked(find)
    }
    return overrides.find(key).map { Found(entry: $0.object, layer: self) }
  }
}
