// What a view says of a key, and which layers say something of some keys.

extension Layer {
  /// What is said of a key, and by whom.
  @inline(never) func word(of key: KeyID) -> Found? {
    if chainBits & key.bit == 0, let root = fixedRoot { return root.use { $0.ownWord(of: key) } }
    return WordSearch.run(for: key, in: self).word
  }

  /// This layer with a home beside; or the one of the two that lies in the other.
  func beside(_ home: Layer) -> Layer {
    // The home of another test doesn't count.
    if !isOfProcess, !container.isOfSameTest(as: home.container) { return self }
    let meantHome = home.meant
    if isInside(meantHome) { return self }
    // A home that lies outside of a side of this says nothing more: each word of that side lies in
    // the home's. But a build must be asked, and if the scope has gone, the home keeps what is built
    // from it.
    if meantHome.isLinear, !meantHome.isClosed,
      let (one, other) = first({ $0.isPair || $0.isSpeaking })?.sides,
      one.isInside(meantHome) || other.isInside(meantHome)
    {
      return self
    }
    if home.isInside(meant) { return home }
    // A side in which this lies says nothing more, but for what the other one's scope, if it has
    // gone, would keep.
    if let (current, inner) = meantHome.sides, current.ownContainer === inner.ownContainer {
      let isGone = { (side: Layer) in !side.isPair && side.isClosed }
      if !isGone(inner), isInside(current.meant) { return beside(inner) }
      if !isGone(current), isInside(inner.meant) { return beside(current) }
    }
    let pair = Layer(.pair, in: self, beside: home, source, name)
    // No scope has it as its own: it keeps nothing.
    pair.close()
    return pair
  }

  /// This, or the next layer outwards that says something.
  @inline(never) package var meant: Layer {
    first { $0.overrides.keyBits != 0 || $0.depth == 0 || $0.isPair || $0.isSpeaking }!
  }

  /// Whether this is a build's own layer that may say other words than what lies outside, or does.
  var isSpeaking: Bool { build.map { !$0.isOver || words != nil } ?? false }

  /// The youngest layer whose override of one of some keys is seen here, or else the root.
  package func youngest(forKeysOf record: Record) -> Layer { youngest(overriding: record.keys) }
  @inline(never) func youngest(overriding keys: KeySet) -> Layer {
    if chainBits & keys.bits == 0 { return root }
    if isLinear {
      return first { own in own.isRoot || keys.all.contains { own.overrides[$0] != nil } }!
    }
    // A test's root may be younger than what the process keeps, and a part of the root younger than
    // what was opened in an earlier one.
    return layers(overriding: keys).last { $0.sees(root) || $0.birth >= root.birth } ?? root
  }

  /// The layers whose overrides of some keys are seen here, from the oldest on; the root in place
  /// of those in which it lies.
  @inline(never) func layers(overriding keys: KeySet) -> [Layer] {
    var all: [Layer] = []
    let root = root
    for key in keys.all {
      guard let said = word(of: key)?.layer else { continue }
      let layer = root.sees(said) ? root : said
      if all.contains(where: { $0 === layer }) { continue }
      all.insert(layer, at: all.firstIndex { layer.age < $0.age } ?? all.endIndex)
    }
    return all
  }
}
