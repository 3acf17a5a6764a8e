import Synchronization

// What becomes current when values are entered.
//
// While a build runs, that is a home that belongs to the build, whatever is entered: so the build
// is told what is read there, and nothing that it makes holds a memory.

extension InjectedValues {
  /// What is current in the scope that was opened for these values, which are not used any more.
  @usableFromInline
  mutating func takeOpened() -> Viewpoint? {
    if stage == .draft && viewpoint!.runningOpener == nil {
      // Taken, since then no reference is counted.
      return viewpoint.take()
    }
    // In a build; or an update closure has put other values in their place.
    return entrance
  }

  /// What is current where these values are entered; `nil` is the process's root.
  @usableFromInline var entrance: Viewpoint? {
    if stage == .draft { draft.isEntered.store(true, ordering: .relaxed) }
    if let build = Viewpoint.current?.runningOpener { return home(in: build) }
    if home == nil { return viewpoint }
    // Two are one where they are current.
    let view = view
    if view.home == nil { return view.viewpoint }
    view.hold()
    return Home(view, keptBy: .view)
  }

  /// What is current where a running build enters values, or opens a layer.
  private func home(in opener: Build) -> Home {
    // A root is entered like values that were captured: it was not opened in what is current.
    let draft = stage == .draft && !self.draft.isRoot ? self.draft : nil
    let outer = draft?.outside ?? view
    let build = Viewpoint.current?.build
    if let build { outer.tellEntered(in: build) }
    let opening = Opening(opener, telling: build, in: outer)!
    guard let draft else { return Home(view.bare, entered: opening) }
    let layer = Layer(of: draft, in: outer, opening)
    opener.noteOpened(layer)
    return Home(ScopeView(layer))
  }
}
