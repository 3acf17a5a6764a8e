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
        in: nil,
        container: Container(context: context),
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
  package func observed(by observer: any ScopeObserver, at place: SourcePlace) -> InjectedValues {
    let scope = scope?.resolved
    return InjectedValues(
      Scope(
        in: scope,
        container: scope?.sharedContainer,
        place: place,
        traits: scope?.traitsInside ?? [],
        observation: Observers(observer, outer: scope?.observation)
      ),
      reader: self.place
    )
  }

  /// These values, when nothing more is to be changed in the scope that was opened for them.
  package var entered: InjectedValues { InjectedValues(scope) }

  /// The values of the process, whatever scope is current.
  package static var process: InjectedValues { InjectedValues(nil) }

  /// The scope that reads use; never one that stands for another.
  package var seenScope: Scope { (scope ?? .process).resolved }

  /// Names the scope, which these values were opened for.
  package mutating func setName(_ name: String?) { finish(name) }

  /// Where the property was declared that these values are read for; `nil` where there is none.
  package var reader: SourcePlace? {
    stage == .captured && place.isKnown ? place : nil
  }
}
