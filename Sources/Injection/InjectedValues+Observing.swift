// What other targets of this package open and look at.

extension InjectedValues {
  /// Values to change: the root of a new container.
  ///
  /// - Parameters:
  ///   - context: What the container is for.
  ///   - place: Where it is opened.
  ///   - observer: Sees what happens in it.
  package static func container(
    for context: InjectionContext,
    at place: SourcePlace,
    observer: (any ScopeObserver)?
  ) -> InjectedValues {
    .draft(
      Scope(
        rootOf: Container(context: context),
        place: place,
        traits: [.root, .base],
        observation: observer.map { Observers($0, outer: nil) }
      )
    )
  }

  /// These values, seen by an observer, and by those that see them already.
  ///
  /// - Parameters:
  ///   - observer: Sees what happens in the scope that is opened for it.
  ///   - place: Where it is opened.
  package func observed(
    by observer: any ScopeObserver,
    at place: SourcePlace
  ) -> InjectedValues {
    let observers = Observers(observer, outer: view.observation)
    return InjectedValues(Scope(in: view, place: place, observation: observers), reader: self.place)
  }

  /// The same without a scope.
  package func observed(by observer: any ScopeObserver) -> InjectedValues {
    let observers = Observers(observer, outer: view.observation)
    return InjectedValues(Home(view, keptBy: .view, observation: observers), reader: place)
  }

  /// These values, when nothing more is to be changed in the scope that was opened for them.
  package var entered: InjectedValues { InjectedValues(viewpoint, home: home) }

  /// The values of the process, whatever scope is current.
  package static var process: InjectedValues { InjectedValues(nil) }

  /// What reads of these values see.
  package var seen: ScopeView { view.isRunning ? view : view.settled }

  /// Adds what the container of other values was opened with.
  package mutating func addOverrides(ofContainerOf values: InjectedValues) {
    for level in values.view.levels.reversed() where level.isBase {
      for override in level.overrides { add(override.copy(), .unknown) }
    }
  }

  /// Names the scope, which these values were opened for.
  package mutating func setName(_ name: String?) { finish(name) }

  /// Where the property was declared that these values are read for; `nil` where there is none.
  package var reader: SourcePlace? {
    stage == .captured && place.isKnown ? place : nil
  }
}
