/// What a program gives by the contract, without layers, caches or owners: a spot is a function
/// from keys to words, and a default's code runs at each read.
final class Oracle: World {
  private let program: Program
  private let startsThreads: Bool
  /// Whose code runs, in code; `nil` is a default's own.
  private var codes: [Cell.Maker?] = []
  private var kept: [Int: (scope: [(Int, Override<Home>)], base: Place, birth: Int, said: Said?)] =
    [:]
  /// The kept scopes that were removed.
  private var removed: Set<Int> = []
  /// How often scopes were opened, and kept ones entered.
  private(set) var entries = 0
  var places: [Int: Place] = [:], objects: [Int: Instance<Home>] = [:]
  /// How many builds there may be until the next call.
  var budget = 0
  /// Whether something was built for the process, which keeps it.
  private(set) var hasBuiltInProcess = false
  /// Whether something has ended, and whether what is read depends on that: what its values read
  /// late is their own, so code that runs again opens other scopes.
  var hasEnded = false
  /// The places that were captured through an object: they lead somewhere, and may hold nothing.
  var captured: Set<Int> = []
  var isUnsure = false
  private(set) var lastRun: Run?
  /// How often some things were done.
  var ways: [Way: Int] = [:]
  /// What other threads read, in each run of the code.
  var sightings: [(key: Int, object: Instance<Home>, place: Int?, isKnown: Bool)] = []
  /// What was built in drafts, to be compared.
  var drafted: [Run?] = []
  private var running: [Run] = []
  /// How often homes were used in each way.
  private(set) var cells: [Cell: Int] = [:]
  /// Whether a run that has no home yet is being asked.
  var isAsking = false
  private var time = 100, names: [[Int]: Int] = [:], births: [[Int]: Int] = [:]
  /// The values that were built where a root of several parts is seen.
  private var namesOfParted: Set<Int> = []
  private(set) var roots: [Int: Root] = [:]

  init(_ program: Program) {
    self.program = program
    startsThreads = program.startsThreads
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

  func areSame(_ a: Said, _ b: Said) -> Bool {
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

  /// Whether the program still holds all scopes on which a value stands.
  func isHeld(_ run: Run) -> Bool {
    places[run.inContainer]?.spot === roots[run.inContainer]
      && run.tips.allSatisfy { tip in
        tip.scope.opener == nil
          && (places.contains { !captured.contains($0.key) && $0.value.spot === tip.scope }
            || kept.values.contains { $0.said === tip.scope })
      }
  }

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
    guard let run = scope.opener else { return (scope.birth, scope.time) }
    // The root, which keeps what stands on nothing else, may be younger than what the process keeps.
    let root = (run.root as? Said)?.birth ?? 0
    if run.home == nil {
      let birth = run.readSoFar.map { age($0).0 }.reduce(root, max)
      // Code that runs again would do so later than it has.
      if run.birth.map({ $0 != birth }) == true { isUnsure = true }
      run.birth = birth
      return (birth, scope.birth)
    }
    let id = [name(run), scope.number]
    let birth = births[id] ?? scope.birth
    births[id] = birth
    return (run.tips.map { age($0.scope).0 }.reduce(root, max), birth)
  }

  /// Whether what a run's code has read is said somewhere.
  func says(_ run: Run, in spot: Spot) -> Bool {
    run.says.allSatisfy { areSame(spot.says($0.key)?.word, $0.word) }
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
    if !isAsked(home, in: current) {
      // What a task would see isn't known to who can't ask it. A stream's property is there.
      return home.hold == .task ? current : pair(current, spot, from: current)
    }
    if [.task, .stream].contains(home.hold), !codes.isEmpty, spot.leadsToCode,
      running.contains(where: { $0.readSoFar.contains { $0.opener != nil } })
    {
      // It may be built already, when it wasn't asked.
      isUnsure = true
    }
    cells[Cell(home, from: current, isRunning: !running.isEmpty), default: 0] += 1
    switch home.hold {
    case .property, .closure: return pair(current, spot, from: current)
    // What tasks read is no build's.
    case .task: return Place(spot: spot, listener: nil)
    case .stream: return Place(spot: pair(current, spot, from: current).spot, listener: nil)
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

  /// Whether a task is asked, if an object holds one. Code waits for none that may wait for code.
  private func isAsked(_ home: Home, in current: Place) -> Bool {
    switch home.hold {
    case .property, .direct, .entered, .projected, .closure: true
    case .task: !(startsThreads && !codes.isEmpty) && !home.place.spot.mayWait
    case .stream:
      !(startsThreads && !codes.isEmpty) && !home.place.spot.mayWait && !current.spot.mayWait
    }
  }

  /// Of two views. In another test, the second one doesn't count.
  private func pair(_ first: Place, _ second: Spot, from current: Place) -> Place {
    let (here, there) = (first.spot.container, second.container)
    let isAlone = here != there && here != 0 || first.spot === second
    // In no scope, the home is seen alone.
    let isInNone = first.spot === roots[0]
    // Beside what isn't of that root, its parts have no order.
    let isBeside = !first.spot.isInside(second.meant) && !second.isInside(first.spot.meant)
    if !isAlone, !isInNone, isBeside, (first.spot.partedRoot == nil) != (second.partedRoot == nil) {
      isUnsure = true
    }
    return Place(
      spot: isAlone ? first.spot : isInNone ? second : Pair(first.spot, second),
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
    entries += 1
    let scope = said(given, in: view, from: current, by: program.opening(given.map(\.0)))
    return enter(Place(spot: scope, listener: nil), from: current, body)
  }

  private func said(
    _ given: [(Int, Override<Home>)],
    in view: Place,
    from current: Place,
    birth: Int? = nil,
    by opening: Program.Opening = .closure
  ) -> Said {
    let here = Place(spot: view.spot, listener: current.listener, isPassing: current.isPassing)
    let draft = draft(in: view.spot, birth, from: here)
    let scope = set(given, in: draft, by: opening, from: here)
    scope.isOpen = false
    return scope
  }

  private func draft(in outer: Spot, _ collection: Int? = nil, from current: Place) -> Said {
    let number = next(current.listener)
    return Said(in: outer, time, collection, by: current.listener, number, self)
  }

  /// What is set after a default was read lies inside of what was set before.
  ///
  /// - Parameter opening: Captured values lead to a draft when the first key has been set. If they
  ///   are copied, somebody else holds the draft when the last key is set.
  private func set(
    _ given: [(Int, Override<Home>)],
    in draft: Said,
    by opening: Program.Opening = .closure,
    from current: Place
  ) -> Said {
    var (draft, wasRead) = (draft, false)
    let isCopied = opening == .copied
    for (index, (key, override)) in given.enumerated() {
      var override = override
      if case .decorator(let code) = override {
        override = .code(code, around: Home(place: current, hold: .ofDecorator(key)))
      }
      if case .from(let other, let isCompared) = override {
        let (listener, isPassing) = (current.listener, current.isPassing)
        let isInDraft = index > 0 || !opening.changesValues
        let spot = isInDraft ? draft : draft.outer
        let place = Place(spot: spot, listener: listener, isPassing: isPassing)
        let part = read(other, in: place, from: current)
        if isCompared { drafted.append(lastRun) }
        let word = draft.says(other)?.word
        let isDefault = if case .value? = word?.override { false } else { true }
        let isEntered = program.entersDraft(other, for: key)
        let way = Way.draft(Way.Found(other, isDefault: isDefault), isEntered: isEntered)
        if isInDraft { ways[way, default: 0] += 1 }
        override = by(.description) { .value(make(key, from: part, in: current)) }
        wasRead = wasRead || isDefault || isEntered
      }
      if wasRead || isCopied && index > 0 && index == given.count - 1 {
        draft.isOpen = false
        let rest = self.draft(in: draft, draft.collection, from: current)
        rest.isPartOfRoot = draft.isPartOfRoot
        (draft.isSplit, draft) = (true, rest)
        wasRead = false
      }
      draft.words[key] = Word(key, override, next(current.listener), in: current)
    }
    return draft
  }

  func use(_ place: Place) {
    guard let said = place.spot as? Said, said.isOpen else { return }
    time += 1
    (said.isOpen, said.time) = (false, time)
  }

  func change(_ place: Place, _ overrides: [(Int, Override<Home>)]) -> Place {
    let open = (place.spot as? Said).flatMap { $0.isOpen ? $0 : nil }
    ways[.changed(again: open != nil), default: 0] += 1
    if overrides.isEmpty { return place }
    use(place)
    let current = places[0] ?? place
    let draft = draft(in: place.spot, from: current)
    let scope = set(overrides, in: draft, by: .changed, from: current)
    return Place(spot: scope, listener: nil)
  }

  func root(_ number: Int, _ overrides: [(Int, Override<Home>)], from process: Place) -> Place {
    roots[number] = Root(number)
    let draft = draft(in: roots[number]!, from: process)
    draft.isPartOfRoot = true
    let scope = set(overrides, in: draft, from: process)
    scope.isOpen = false
    return Place(spot: scope, listener: nil)
  }

  func keep(_ name: Int, _ overrides: [(Int, Override<Home>)], in base: Place) {
    time += 1
    kept[name] = (overrides, base, time, nil)
  }

  func enter<Result>(kept name: Int, from current: Place, _ body: (Place) -> Result) -> Result? {
    guard let (given, base, birth, known) = kept[name] else { return nil }
    entries += 1
    // Code that runs again would enter another one than it has.
    if removed.contains(name), !running.isEmpty { isUnsure = true }
    // It inherits nothing from who asks for it first.
    let scope = known ?? said(given, in: base, from: base, birth: birth)
    kept[name]!.said = scope
    return body(pair(Place(spot: scope, listener: nil), current.spot, from: current))
  }

  func remove(kept name: Int) {
    let isOpen = kept[name]?.said != nil
    ways[.removed(open: isOpen), default: 0] += 1
    if isOpen { removed.insert(name) }
    kept[name]?.said = nil
  }

  func resource(_ key: Int, _ number: Int, in place: Place) -> Place {
    let object = by(.resource) { make(number, [], in: place) }
    return open([(key, .value(object))], in: place, from: place) { $0 }
  }

  func make(_ number: Int, _ parts: [Instance<Home>], in place: Place) -> Instance<Home> {
    let home = Home(place: place, hold: program.hold(of: number), code: codes.last ?? nil)
    return Instance(number, home, parts)
  }

  func other(_ key: Int, through object: Instance<Home>, in place: Int?) {
    sightings.append((key, object, place, running.allSatisfy(showsAll)))
  }

  /// Whether others see already all that a run's code sees, so that they need not wait.
  private func showsAll(_ run: Run) -> Bool {
    Lifetime.ofKeys.indices.allSatisfy { key in
      guard let tip = run.asked.says(key) else { return true }
      return run.readSoFar.contains { $0.lies(in: tip.scope) }
    }
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

  private func by<Result>(_ code: Cell.Maker?, _ body: () -> Result) -> Result {
    codes.append(code)
    defer { codes.removeLast() }
    return body()
  }

  func read(_ key: Int, in place: Place, from current: Place) -> Instance<Home> {
    lastRun = nil
    budget -= 1
    if budget < 0 { return make(0, [], in: place) }
    let (spot, listener, lifetime) = (place.spot, place.listener, Lifetime.ofKeys[key])
    let said = spot.says(key)
    var (code, outer, maker) = (program.code(of: key), Home?.none, Cell.Maker?.none)
    switch said?.word.override {
    case .value(let value)?:
      note([key], in: spot)
      return value
    case .code(let actions, let home)?:
      (code, outer, maker) = (actions, home, home == nil ? .provided : .decorator)
    case .from?, .decorator?, nil: break
    }
    if lifetime == .transient {
      note([key], in: spot)
      defer { lastRun = nil }
      // In a build's code, what it opens is the build's.
      let isPassing = listener == nil || place.isPassing
      let place = Place(spot: spot, listener: listener, isPassing: isPassing)
      return by(.transient) { build(key, code, around: outer, in: place) }
    }
    // While a root is set up, a singleton is a default like others.
    if spot.partedRoot != nil || (spot.root as? Said)?.isOpen == true, lifetime == .singleton {
      isUnsure = true
    }
    // In a scope that a build's code has opened, too.
    let isSingleton = lifetime == .singleton && said?.scope.opener == nil
    let asked = isSingleton ? said?.scope ?? spot.root : spot
    let root = asked.root
    if asked.container == 0 { hasBuiltInProcess = true }
    if let said = root as? Said {
      ways[.root(inParts: said.isPartOfOther), default: 0] += 1
    }
    let run = Run(key, in: asked, self)
    running.append(run)
    let own = Place(spot: run, listener: run, isPassing: lifetime == .weak)
    let value = by(maker) { build(key, code, around: outer, in: own) }
    running.removeLast()
    let keys = isSingleton ? [key] : run.keys
    run.says = keys.map { ($0, asked.says($0)?.word) }
    run.tips = keys.compactMap { asked.says($0) }
    run.inContainer = asked.container
    // Afterwards: all that is said, the younger one inside. What is said in a container lies on its
    // root.
    let scopes = run.tips.map { ($0.scope, age($0.scope)) }.sorted { $0.1 < $1.1 }.map(\.0)
    // The parts of a root are one.
    let parted = spot.partedRoot
    let part = parted.flatMap { parted in scopes.last(where: parted.isInside) }
    let ofRoot = parted.map { EitherRoot($0, part, self) } ?? root
    // What lies outside of a younger one comes with that.
    let inner = scopes.filter { scope in
      parted?.isInside(scope) != true && !scopes.contains { $0 !== scope && $0.lies(in: scope) }
    }
    let first = parted == nil ? inner.first : nil
    let oldest = first.flatMap { $0.container == asked.container ? $0 : nil }
    let home = inner.reduce(oldest ?? ofRoot) {
      $0 === $1 ? $0 : $1.isInside($0.meant) ? $1 : $0.isInside($1) ? $0 : Pair($1, $0)
    }
    // What code around reads later may let one of two words lie inside the other.
    run.home = running.isEmpty && says(run, in: home) ? home : Over(run, home, self)
    note(keys, in: spot)
    // Who builds it there shares it with who sees the same elsewhere, and other homes with it.
    run.isShared = parted == nil
    if !run.isShared {
      namesOfParted.insert(name(run))
    } else if namesOfParted.contains(name(run)) {
      isUnsure = true
    }
    lastRun = run
    return value
  }
}
