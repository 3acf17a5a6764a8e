/// What a program gives by the contract, without layers, caches or owners: a spot is a function
/// from keys to words, and a default's code runs at each read.
final class Oracle: World {
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
  }

  final class Root: Spot {
    private let number: Int
    init(_ number: Int) { self.number = number }
    override var container: Int { number }
  }

  final class Said: Spot {
    let words: [Int: Word], opener: Run?, number: Int
    /// The same for all states of a draft, which is one scope.
    let draft: Draft
    fileprivate let outer: Spot
    private let oracle: Oracle
    var birth: Int { draft.birth }
    init(
      _ words: [Int: Word],
      in outer: Spot,
      _ draft: Draft,
      by opener: Run?,
      number: Int,
      _ oracle: Oracle
    ) {
      (self.words, self.outer, self.oracle) = (words, outer, oracle)
      (self.draft, self.opener, self.number) = (draft, opener, number)
    }
    override func says(_ key: Int) -> Tip? { words[key].map { ($0, self) } ?? outer.says(key) }
    override func lies(in scope: Said) -> Bool {
      if draft === scope.draft, self !== scope { oracle.isUnsure = true }
      return draft === scope.draft || oracle.areSame(self, scope) || outer.lies(in: scope)
    }
    override func isInside(_ spot: Spot) -> Bool { self === spot || outer.isInside(spot) }
    override var meant: Spot { words.isEmpty ? outer.meant : self }
    override var container: Int { outer.container }
  }

  final class Draft {
    fileprivate(set) var birth: Int
    /// Whether captured values take more changes.
    fileprivate(set) var isOpen: Bool
    /// The keys that were set after another one was read in the draft.
    fileprivate(set) var late: Set<Int> = []
    init(birth: Int, isOpen: Bool = false) { (self.birth, self.isOpen) = (birth, isOpen) }
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
      if let home {
        // What was built in a draft leads to what that said then.
        if tips.contains(where: { $0.scope.draft.late.contains(key) }) { oracle.isUnsure = true }
        return home.says(key)
      }
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
    override func isInside(_ spot: Spot) -> Bool { self === spot || home?.isInside(spot) == true }
    override var meant: Spot { home?.meant ?? self }
    override var container: Int { (home ?? asked).container }
  }

  /// Of each key the inner one of two words; if neither lies in the other, the current one's.
  final class Pair: Spot {
    private let current: Spot, home: Spot
    init(_ current: Spot, _ home: Spot) { (self.current, self.home) = (current, home) }
    override func says(_ key: Int) -> Tip? {
      if current.isInside(home.meant) { return current.says(key) }
      if home.isInside(current.meant) { return home.says(key) }
      guard let here = current.says(key) else { return home.says(key) }
      guard let there = home.says(key), there.word !== here.word,
        there.scope.draft !== here.scope.draft
      else { return here }
      return there.scope.lies(in: here.scope) ? there : here
    }
    override func lies(in scope: Said) -> Bool { current.lies(in: scope) || home.lies(in: scope) }
    override var meant: Spot {
      current.isInside(home.meant)
        ? current.meant : home.isInside(current.meant) ? home.meant : self
    }
    override func isInside(_ spot: Spot) -> Bool {
      self === spot || current.isInside(spot) && home.isInside(spot)
        || home.isInside(current.meant) && home.isInside(spot)
        || current.isInside(home.meant) && current.isInside(spot)
    }
    override var container: Int {
      current.container == 0 ? home.container : current.container
    }
  }

  /// Some words on top of a spot.
  final class Over: Spot {
    private let words: [Tip], base: Spot
    init(_ words: [Tip], _ base: Spot) { (self.words, self.base) = (words, base) }
    override func says(_ key: Int) -> Tip? { words.first { $0.word.key == key } ?? base.says(key) }
    override func lies(in scope: Said) -> Bool { base.lies(in: scope) }
    override func isInside(_ spot: Spot) -> Bool { self === spot || base.isInside(spot) }
    override var container: Int { base.container }
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
    var maker: Cell.Maker {
      switch place.spot {
      case is Root: .root
      case let said as Said: said.opener == nil ? .scope : .opened
      case let run as Run:
        switch Lifetime.ofKeys[run.key] {
        case .weak: .weak
        case .singleton: .singleton
        default: .scoped
        }
      default: .entered
      }
    }
  }

  private let program: Program
  private var kept: [Int: (scope: [(Int, Override<Home>)], base: Place, birth: Int, said: Said?)] =
    [:]
  var places: [Int: Place] = [:], objects: [Int: Instance<Home>] = [:]
  /// How many builds there may be until the next call.
  var budget = 0
  /// Whether something was built for the process, which keeps it.
  private(set) var hasBuiltInProcess = false
  /// Whether something has ended, and whether what is read depends on that: what its values read
  /// late is their own, so code that runs again opens other scopes.
  var hasEnded = false
  fileprivate(set) var isUnsure = false
  private(set) var lastRun: Run?
  /// How often some things were done.
  var ways: [Way: Int] = [:]
  /// What other threads read, in each run of the code.
  var sightings: [(key: Int, object: Instance<Home>, place: Int?)] = []
  /// What was built in drafts, to be compared.
  var drafted: [Run?] = []
  private var running: [Run] = []
  /// How often homes were used in each way.
  private(set) var cells: [Cell: Int] = [:]
  /// Whether a run that has no home yet is being asked.
  fileprivate var isAsking = false
  private var time = 100, names: [[Int]: Int] = [:], births: [[Int]: Int] = [:],
    roots: [Int: Root] = [:]

  init(_ program: Program) {
    self.program = program
    for place in 0..<program.tests + 1 {
      roots[place] = Root(place)
      places[place] = Place(spot: roots[place]!, listener: nil)
    }
  }

  // MARK: Identity

  /// Code that runs again for the same value says the same.
  private func areSame(_ a: Word?, _ b: Word?) -> Bool {
    a === b || a != nil && b != nil && a!.key == b!.key && name(a!) == name(b!)
  }

  fileprivate func areSame(_ a: Said, _ b: Said) -> Bool {
    guard a.number == b.number, let one = a.opener, let other = b.opener else { return false }
    if one === other || one.home == nil || other.home == nil { return one === other }
    if name(one) != name(other) { return false }
    if hasEnded { isUnsure = true }
    return true
  }

  private func name(_ word: Word) -> Int {
    guard let run = word.opener else { return -word.number }
    return run.home == nil
      ? -word.number - 1_000_000_000 - ObjectIdentifier(run).hashValue % 1000 * 1_000_000
      : name([1, name(run), word.number, word.key])
  }

  /// Who shares a value has the same.
  func name(_ run: Run) -> Int {
    let says = run.says.sorted { $0.key < $1.key }
    return name([2, run.key, run.inContainer] + says.flatMap { [$0.key, $0.word.map(name) ?? 0] })
  }

  /// Whether a value stands on what a scope says that set something after a read in its draft: what
  /// was built then doesn't lead to the scope.
  func standsOnDraft(_ run: Run) -> Bool { run.tips.contains { !$0.scope.draft.late.isEmpty } }

  /// Whether a value stands on a scope that nothing keeps: who reads it late has one of their own.
  func hasOutlived(_ run: Run) -> Bool {
    run.says.contains { $0.word?.isPassing == true || $0.word?.opener.map(hasOutlived) == true }
  }

  private func name(_ parts: [Int]) -> Int {
    if let known = names[parts] { return known }
    names[parts] = names.count + 1
    return names.count
  }

  /// What a default's code opens is as old as what keeps the value, or would by what was read so far.
  private func age(_ scope: Said) -> (Int, Int) {
    guard let run = scope.opener else { return (scope.birth, scope.birth) }
    if run.home == nil {
      if Lifetime.ofKeys[run.key] == .weak { return (scope.birth, scope.birth) }
      let birth = run.readSoFar.map { age($0).0 }.max() ?? 0
      // Code that runs again would do so later than it has.
      if run.birth.map({ $0 != birth }) == true { isUnsure = true }
      run.birth = birth
      return (birth, scope.birth)
    }
    let id = [name(run), scope.number]
    let birth = births[id] ?? scope.birth
    births[id] = birth
    if Lifetime.ofKeys[run.key] == .weak { return (birth, birth) }
    return (run.tips.map { age($0.scope) }.max { $0 < $1 }?.0 ?? 0, birth)
  }

  private func next(_ listener: Run?) -> Int {
    time += 1
    guard let listener else { return time }
    listener.made += 1
    return listener.made
  }

  // MARK: Scopes

  func seen(in current: Place, from home: Home) -> Place {
    let (spot, listener) = (home.place.spot, home.place.listener)
    cells[Cell(home, from: current, isRunning: !running.isEmpty), default: 0] += 1
    switch home.hold {
    case .property: return pair(current, spot, from: current)
    // The build whose code has captured them is told, if it runs.
    case .direct:
      let isRunning = listener?.home == nil
      return Place(
        spot: spot,
        listener: isRunning ? listener : nil,
        isPassing: home.place.isPassing
      )
    case .entered, .projected:
      return Place(spot: spot, listener: current.listener, isPassing: current.isPassing)
    }
  }

  /// Of two views. In another test, the second one doesn't count.
  private func pair(_ first: Place, _ second: Spot, from current: Place) -> Place {
    let (here, there) = (first.spot.container, second.container)
    let isAlone = here != there && here != 0 || first.spot === second
    return Place(
      spot: isAlone ? first.spot : Pair(first.spot, second),
      listener: current.listener,
      isPassing: current.isPassing
    )
  }

  func captured(_ view: Place, from _: Place) -> Place { view }

  func enter<Result>(_ view: Place, from current: Place, _ body: (Place) -> Result) -> Result {
    body(Place(spot: view.spot, listener: current.listener, isPassing: current.isPassing))
  }

  func open<Result>(
    _ given: [(Int, Override<Home>)],
    in view: Place,
    from current: Place,
    _ body: (Place) -> Result
  ) -> Result {
    enter(Place(spot: said(given, in: view, from: current), listener: nil), from: current, body)
  }

  private func said(
    _ given: [(Int, Override<Home>)],
    in view: Place,
    from current: Place,
    birth: Int? = nil
  ) -> Said {
    let number = next(current.listener)
    let draft = Draft(birth: birth ?? time)
    let here = Place(spot: view.spot, listener: current.listener, isPassing: current.isPassing)
    return said(given, [:], in: view.spot, draft, number, from: here)
  }

  /// - Parameter words: What was said before.
  private func said(
    _ given: [(Int, Override<Home>)],
    _ words: [Int: Word],
    in outer: Spot,
    _ draft: Draft,
    _ number: Int,
    from current: Place
  ) -> Said {
    func said(_ words: [Int: Word]) -> Said {
      Said(words, in: outer, draft, by: current.listener, number: number, self)
    }
    var (words, wasRead) = (words, false)
    for (key, override) in given {
      var override = override
      if wasRead { draft.late.insert(key) }
      if case .from(let other, let isCompared) = override {
        let (listener, isPassing) = (current.listener, current.isPassing)
        let part = read(
          other,
          in: Place(spot: said(words), listener: listener, isPassing: isPassing),
          from: current
        )
        if isCompared { drafted.append(lastRun) }
        let said = said(words).says(other)?.word.override
        let isDefault = if case .value? = said { false } else { true }
        ways[.draft(Way.Found(other, isDefault: isDefault)), default: 0] += 1
        override = .value(make(key, from: part, in: current))
        draft.late.insert(key)
        wasRead = true
        // The singleton whose code it provides is built again, in what it says now.
        if case .code? = words[4]?.override {
          words[4] = Word(4, words[4]!.override, next(current.listener), in: current)
        }
      }
      words[key] = Word(key, override, next(current.listener), in: current)
    }
    return said(words)
  }

  func use(_ place: Place) {
    guard let said = place.spot as? Said, said.draft.isOpen else { return }
    time += 1
    (said.draft.isOpen, said.draft.birth) = (false, time)
  }

  func change(_ place: Place, _ overrides: [(Int, Override<Home>)]) -> Place {
    let open = (place.spot as? Said).flatMap { $0.draft.isOpen ? $0 : nil }
    ways[.changed(again: open != nil), default: 0] += 1
    // A copy says the same anew.
    let known = (open?.words ?? [:]).mapValues { Word($0.key, $0.override, next(nil), in: place) }
    let draft = Draft(birth: time, isOpen: true)
    let current = places[0] ?? place
    let said = said(overrides, known, in: open?.outer ?? place.spot, draft, next(nil), from: current)
    return Place(spot: said, listener: nil)
  }

  func keep(_ name: Int, _ overrides: [(Int, Override<Home>)], in base: Place) {
    time += 1
    kept[name] = (overrides, base, time, nil)
  }

  func enter<Result>(kept name: Int, from current: Place, _ body: (Place) -> Result) -> Result? {
    guard let (given, base, birth, known) = kept[name] else { return nil }
    // It inherits nothing from who asks for it first.
    let scope = known ?? said(given, in: base, from: base, birth: birth)
    kept[name]!.said = scope
    return body(pair(Place(spot: scope, listener: nil), current.spot, from: current))
  }

  func make(_ number: Int, _ parts: [Instance<Home>], in place: Place) -> Instance<Home> {
    Instance(number, Home(place: place, hold: program.hold(of: number)), parts)
  }

  func other(_ key: Int, through object: Instance<Home>, in place: Int?) {
    sightings.append((key, object, place))
  }

  /// What another thread sees, when all builds are over; in no scope, it is in the process.
  func see(_ key: Int, through object: Instance<Home>, in place: Int?) -> Instance<Home>? {
    guard let current = places[place ?? 0] else { return nil }
    return read(key, in: seen(in: current, from: object.home), from: current)
  }

  // MARK: Reads

  /// Each key counts for the runs to whose own scopes the look-up comes.
  private func note(_ keys: some Sequence<Int>, in spot: Spot) {
    for key in keys {
      for run in running { run.isAsked = false }
      _ = spot.says(key)
      for run in running.filter(\.isAsked) { run.count(key) }
    }
  }

  func read(_ key: Int, in place: Place, from current: Place) -> Instance<Home> {
    lastRun = nil
    budget -= 1
    if budget < 0 { return make(0, [], in: place) }
    let (spot, listener, lifetime) = (place.spot, place.listener, Lifetime.ofKeys[key])
    let said = spot.says(key)
    var code = program.code(of: key)
    switch said?.word.override {
    case .value(let value)?:
      note([key], in: spot)
      return value
    case .code(let actions)?: code = actions
    case .from?, nil: break
    }
    if lifetime == .transient {
      note([key], in: spot)
      defer { lastRun = nil }
      // In a build's code, what it opens is the build's.
      let isPassing = listener == nil || place.isPassing
      return build(key, code, in: Place(spot: spot, listener: listener, isPassing: isPassing))
    }
    // In a scope that a build's code has opened, a singleton is a default like others.
    let isSingleton = lifetime == .singleton && said?.scope.opener == nil
    let asked = isSingleton ? said?.scope ?? roots[spot.container]! : spot
    let root = roots[asked.container]!
    if asked.container == 0 { hasBuiltInProcess = true }
    let run = Run(key, in: asked, self)
    running.append(run)
    let value = build(key, code, in: Place(spot: run, listener: run, isPassing: lifetime == .weak))
    running.removeLast()
    let keys = isSingleton ? [key] : run.keys
    run.says = keys.map { ($0, asked.says($0)?.word) }
    run.tips = keys.compactMap { asked.says($0) }
    run.inContainer = asked.container
    // Afterwards: all that is said, the younger one inside. What is said in a container lies on its
    // root.
    let scopes = run.tips.map { ($0.scope, age($0.scope)) }.sorted { $0.1 < $1.1 }.map(\.0)
    // What lies outside of a younger one comes with that.
    let inner = scopes.filter { scope in
      !scopes.contains { $0 !== scope && $0.lies(in: scope) }
    }
    let oldest = inner.first.flatMap { $0.container == asked.container ? $0 : nil }
    let home = inner.reduce(oldest ?? root) {
      $0 === $1 ? $0 : $1.isInside($0) ? $1 : $0.isInside($1) ? $0 : Pair($1, $0)
    }
    let isSame = run.says.allSatisfy { areSame(home.says($0.key)?.word, $0.word) }
    run.home = isSame ? home : Over(run.tips, home)
    note(keys, in: spot)
    lastRun = run
    return value
  }
}
