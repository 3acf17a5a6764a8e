/// Shows a view as a list of texts and buttons, and keeps state for the identities of views.
///
/// It evaluates all views each time, where SwiftUI evaluates those that changed.
@_spi(Host)
@MainActor
public final class Host {
  /// Where a view is: what SwiftUI calls its identity.
  struct Place {
    var path: [AnyHashable] = []
    var environment = EnvironmentValues()

    func inside(_ step: some Hashable) -> Place {
      Place(path: path + [AnyHashable(step)], environment: environment)
    }
    func inside(_ type: Any.Type) -> Place { inside(ObjectIdentifier(type)) }
  }

  public internal(set) var texts: [String] = []
  var buttons: [(title: String, action: @MainActor () -> Void)] = []

  private var states: [[AnyHashable]: AnyObject] = [:]
  private var visited: Set<[AnyHashable]> = []
  private let makeRoot: @MainActor () -> any View

  /// - Parameter root: Describes the root view, anew at each evaluation.
  public init(@ViewBuilder _ root: @escaping @MainActor () -> any View) {
    makeRoot = root
    evaluate()
  }

  /// Evaluates all views once. The state of those that are gone goes.
  public func evaluate() {
    texts = []
    buttons = []
    visited = []
    show(makeRoot(), Place())
    states = states.filter { visited.contains($0.key) }
  }

  /// Presses the first button of this title, then evaluates.
  public func press(_ title: String) {
    guard let button = buttons.first(where: { $0.title == title }) else {
      preconditionFailure("there is no button \(title)")
    }
    button.action()
    evaluate()
  }

  // MARK: For views

  func show(_ view: some View, _ place: Place) {
    if let view = view as? any HostedView { return view.show(in: self, place) }
    let place = place.inside(type(of: view))
    install(view, place)
    show(view.body, place.inside("body"))
  }

  func install(_ value: Any, _ place: Place) {
    for child in Mirror(reflecting: value).children {
      guard let property = child.value as? any HostedProperty else { continue }
      property.install(in: self, place.inside(child.label))
    }
  }

  func state<Location: AnyObject>(_ place: Place, orNew location: Location) -> Location {
    visited.insert(place.path)
    if let kept = states[place.path] as? Location { return kept }
    states[place.path] = location
    return location
  }
}

/// A view that is shown without evaluating a body.
@MainActor
protocol HostedView {
  func show(in host: Host, _ place: Host.Place)
}

/// A modifier that has no body.
@MainActor
protocol HostedModifier {
  func show(_ content: any View, in host: Host, _ place: Host.Place)
}

/// A property that the host sets up before a body is evaluated.
@MainActor
protocol HostedProperty {
  func install(in host: Host, _ place: Host.Place)
}
