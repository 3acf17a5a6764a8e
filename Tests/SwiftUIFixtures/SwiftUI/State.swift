@propertyWrapper
public struct State<Value>: DynamicProperty, HostedProperty {
  private final class Location {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private final class Link {
    var location: Location
    init(_ location: Location) { self.location = location }
  }

  private let link: Link

  public init(wrappedValue value: Value) { link = Link(Location(value)) }

  public var wrappedValue: Value {
    get { link.location.value }
    nonmutating set { link.location.value = newValue }
  }

  func install(in host: Host, _ place: Host.Place) {
    link.location = host.state(place, orNew: link.location)
  }
}
