// What the oracle sees somewhere.

extension Oracle {
  /// What a scope says of a key.
  final class Word {
    let key: Int, override: Override<Home>, opener: Run?, number: Int
    /// Whether nothing keeps the scope when its code has returned.
    let isPassing: Bool
    init(_ key: Int, _ override: Override<Home>, _ number: Int, in place: Place) {
      (self.key, self.override, self.number) = (key, override, number)
      (opener, isPassing) = (place.listener, place.isPassing)
    }
  }
  typealias Tip = (word: Word, scope: Said)

  /// Something from which words are seen.
  class Spot {
    func says(_ key: Int) -> Tip? { nil }
    func lies(in scope: Said) -> Bool { false }
    func isInside(_ spot: Spot) -> Bool { self === spot }
    var meant: Spot { self }
    var container: Int { 0 }
    var root: Spot { self }
    /// A root that has several parts, since it was read while it was set up. Where a value is at home
    /// that was built there depends on when that was.
    var partedRoot: Said? { nil }
    /// Whether code runs of which it isn't known what is seen here afterwards. A scope that says
    /// nothing isn't seen, and may be left out beside others.
    var mayWait: Bool { false }
    /// Whether this leads to what a default's code has opened, or to its own scope.
    var leadsToCode: Bool { false }
  }

  final class Root: Spot {
    private let number: Int
    init(_ number: Int) { self.number = number }
    override var container: Int { number }
  }

  final class Said: Spot {
    var words: [Int: Word] = [:]
    let opener: Run?, number: Int
    /// Whether this takes more words.
    var isOpen = true
    /// When this was first used.
    var time: Int
    /// When the collection that keeps this was created.
    let collection: Int?
    let outer: Spot
    fileprivate let oracle: Oracle
    var birth: Int { collection ?? time }
    init(
      in outer: Spot,
      _ time: Int,
      _ collection: Int?,
      by opener: Run?,
      _ number: Int,
      _ oracle: Oracle
    ) {
      (self.outer, self.time, self.collection, self.oracle) = (outer, time, collection, oracle)
      (self.opener, self.number) = (opener, number)
    }
    override func says(_ key: Int) -> Tip? { words[key].map { ($0, self) } ?? outer.says(key) }
    override func lies(in scope: Said) -> Bool {
      self === scope || oracle.areSame(self, scope) || outer.lies(in: scope)
    }
    override func isInside(_ spot: Spot) -> Bool { self === spot || outer.isInside(spot) }
    override var meant: Spot { words.isEmpty ? outer.meant : self }
    override var container: Int { outer.container }
    override var mayWait: Bool {
      !words.isEmpty && opener.map { $0.home == nil } == true || outer.mayWait
    }
    override var leadsToCode: Bool { opener != nil || outer.leadsToCode }
    var isPartOfRoot = false
    var isSplit = false
    var isPartOfOther: Bool { (outer as? Said)?.isPartOfRoot == true }
    private var isParted: Bool { isSplit || isPartOfOther }
    override var root: Spot { isPartOfRoot ? self : outer.root }
    override var partedRoot: Said? { isPartOfRoot ? isParted ? self : nil : outer.partedRoot }
  }

  /// A run of a default's code.
  final class Run: Spot {
    let key: Int
    let asked: Spot
    /// Where it leads afterwards.
    var home: Spot?
    /// The keys that count, and what was said of them.
    var keys: Set<Int>, says: [(key: Int, word: Word?)] = []
    var tips: [Tip] = []
    var inContainer = 0, made = 0
    /// Whether all have the same value who see the same: not where a root of several parts is seen.
    var isShared = true
    var isAsked = false
    /// The scopes whose words were read so far.
    var readSoFar: [Said] = []
    /// How old what it has opened was found to be.
    var birth: Int?
    /// In which scopes it was found to lie.
    private var lay: [ObjectIdentifier: Bool] = [:]
    private let oracle: Oracle
    init(_ key: Int, in asked: Spot, _ oracle: Oracle) {
      (self.key, self.asked, self.oracle) = (key, asked, oracle)
      keys = []
      super.init()
      for key in [key] + Lifetime.ofKeys[key].scopedBy { count(key) }
    }
    func count(_ key: Int) {
      if keys.insert(key).inserted, let tip = asked.says(key) { readSoFar.append(tip.scope) }
    }
    override func says(_ key: Int) -> Tip? {
      if let home { return home.says(key) }
      // Those further out have the key of this one.
      let isFirst = !oracle.isAsking
      if isFirst { (isAsked, oracle.isAsking) = (true, true) }
      defer { if isFirst { oracle.isAsking = false } }
      return asked.says(key)
    }
    // What it has opened lies in what it has read so far.
    override func lies(in scope: Said) -> Bool {
      let lies = home?.lies(in: scope) ?? readSoFar.contains { $0.lies(in: scope) }
      // Code that runs again would do so later than it has.
      if lay.updateValue(lies, forKey: ObjectIdentifier(scope)) == !lies { oracle.isUnsure = true }
      return lies
    }
    override func isInside(_ spot: Spot) -> Bool {
      self === spot || home?.isInside(spot) ?? (spot === root || spot === oracle.roots[container])
    }
    override var meant: Spot { home?.meant ?? self }
    override var container: Int { (home ?? asked).container }
    override var mayWait: Bool { home?.mayWait ?? true }
    override var leadsToCode: Bool { true }
    override var root: Spot { (home ?? asked).root }
    override var partedRoot: Said? { (home ?? asked).partedRoot }
  }

  /// Of each key the inner one of two words; if neither lies in the other, the current one's.
  final class Pair: Spot {
    private let current: Spot, home: Spot
    init(_ current: Spot, _ home: Spot) { (self.current, self.home) = (current, home) }
    override func says(_ key: Int) -> Tip? {
      if current.isInside(home.meant) { return current.says(key) }
      if home.isInside(current.meant) { return home.says(key) }
      // A side in which the current one lies says nothing more.
      if let sides = home.meant as? Pair {
        if current.isInside(sides.current.meant) { return Pair(current, sides.home).says(key) }
        if current.isInside(sides.home.meant) { return Pair(current, sides.current).says(key) }
      }
      guard let here = current.says(key) else { return home.says(key) }
      guard let there = home.says(key), there.word !== here.word else { return here }
      if there.scope.lies(in: here.scope) { return there }
      // All lies on a root, but in its parts. What is said in the process beside a test has no order
      // with that.
      let isOfProcess = here.scope.container != there.scope.container
      if isOfProcess, here.scope === base || there.scope === base {
        here.scope.oracle.isUnsure = true
      }
      return here.scope === base && partedRoot == nil ? there : here
    }
    override func lies(in scope: Said) -> Bool { current.lies(in: scope) || home.lies(in: scope) }
    override var meant: Spot {
      current.isInside(home.meant)
        ? current.meant : home.isInside(current.meant) ? home.meant : self
    }
    override func isInside(_ spot: Spot) -> Bool {
      // In which parts of a root the sides lie isn't always known.
      self === spot || spot === base && partedRoot == nil
        || current.isInside(spot) && home.isInside(spot)
        || home.isInside(current.meant) && home.isInside(spot)
        || current.isInside(home.meant) && current.isInside(spot)
    }
    override var container: Int {
      current.container == 0 ? home.container : current.container
    }
    override var mayWait: Bool { current.mayWait || home.mayWait }
    override var leadsToCode: Bool { current.leadsToCode || home.leadsToCode }
    /// What all lies in: the root of a container, but not what is being set for the process.
    private var base: Spot? { container == 0 ? nil : root }
    override var root: Spot {
      if let partedRoot, partedRoot.container == container { return partedRoot }
      if current.isInside(home.meant) { return current.root }
      let isOfHome = home.isInside(current.meant) || current.container != container
      return isOfHome ? home.root : current.root
    }
    override var partedRoot: Said? {
      guard let one = current.partedRoot, let other = home.partedRoot else {
        return current.partedRoot ?? home.partedRoot
      }
      return one.isInside(other) ? one : other
    }
  }

  /// What a run's code has read, on top of a spot.
  final class Over: Spot {
    private let run: Run, base: Spot, oracle: Oracle
    init(_ run: Run, _ base: Spot, _ oracle: Oracle) {
      (self.run, self.base, self.oracle) = (run, base, oracle)
    }
    override func says(_ key: Int) -> Tip? {
      run.tips.first { $0.word.key == key } ?? base.says(key)
    }
    override var meant: Spot {
      // Nobody reads that.
      let isAsking = oracle.isAsking
      oracle.isAsking = true
      defer { oracle.isAsking = isAsking }
      return oracle.says(run, in: base) ? base.meant : self
    }
    override func lies(in scope: Said) -> Bool { base.lies(in: scope) }
    override var mayWait: Bool { base.mayWait }
    override var leadsToCode: Bool { base.leadsToCode }
    // What it says may lie further out than where it leads.
    override func isInside(_ spot: Spot) -> Bool {
      if meant !== self { return base.isInside(spot) }
      return self === spot || spot === root || spot === oracle.roots[container]
    }
    override var container: Int { base.container }
    override var root: Spot { base.root }
    override var partedRoot: Said? { base.partedRoot }
  }

  /// A root, or only a part of it: when a value that stands on that part was built isn't known.
  final class EitherRoot: Spot {
    private let all: Said, part: Said?, oracle: Oracle
    /// - Parameter part: `nil` is what lies outside of all.
    init(_ all: Said, _ part: Said?, _ oracle: Oracle) {
      (self.all, self.part, self.oracle) = (all, part, oracle)
    }
    override func says(_ key: Int) -> Tip? {
      let tip = part?.says(key)
      if all.says(key)?.word !== tip?.word { oracle.isUnsure = true }
      return tip
    }
    override func lies(in scope: Said) -> Bool {
      let lies = all.lies(in: scope)
      if part.map({ $0.lies(in: scope) }) ?? false != lies { oracle.isUnsure = true }
      return lies
    }
    override func isInside(_ spot: Spot) -> Bool {
      if self === spot { return true }
      let isInside = all.isInside(spot)
      let isPartInside = part.map { $0.isInside(spot) } ?? (isInside && spot is Root)
      if isPartInside != isInside { oracle.isUnsure = true }
      return isInside
    }
    override var meant: Spot { all.meant }
    override var mayWait: Bool { all.mayWait }
    override var leadsToCode: Bool { all.leadsToCode }
    override var container: Int { all.container }
    override var root: Spot { all }
    override var partedRoot: Said? { all }
  }

  /// Where code runs, and the run that is told of its reads.
  struct Place {
    let spot: Spot, listener: Run?
    /// Whether it is code of a weak or transient value, which doesn't keep what it opens.
    var isPassing = false
  }

  /// How an object holds the place where it was made.
  struct Home {
    let place: Place, hold: Hold
    /// Whose code has made it, if that was no default's own.
    var code: Cell.Maker?
    var maker: Cell.Maker {
      switch place.spot {
      case is Root: code ?? .root
      case let said as Said: said.opener == nil ? code ?? .scope : .opened
      case let run as Run: code ?? Cell.Maker(Lifetime.ofKeys[run.key])
      default: [.provided, .decorator].contains(code) ? .entered : code ?? .entered
      }
    }
  }
}
