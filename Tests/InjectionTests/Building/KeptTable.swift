import Injection
import InjectionServer
import TestSupport

// What is expected in the table of what code keeps, and the scopes for it.

extension KeptTable {
  enum Name: CaseIterable { case tenant, request, mailer, extra, thing }

  /// What is seen somewhere: the words of a scope and what lies outside, or of two sides.
  final class Spot: Sendable {
    let name: String, keys: Set<Name>, age: Int
    private let words: [Name: Spot], outer: Spot?, home: Spot?

    init(
      _ name: String = "",
      _ keys: Set<Name> = [],
      words: [Name: Spot] = [:],
      age: Int = 0,
      in outer: Spot?,
      beside home: Spot? = nil
    ) {
      (self.name, self.keys, self.age) = (name, keys, age)
      (self.words, self.outer, self.home) = (words, outer, home)
    }

    /// The scope that says something of a key.
    func word(_ key: Name) -> Spot? {
      if keys.contains(key) { return self }
      if let word = words[key] { return word }
      guard let there = home?.word(key) else { return outer?.word(key) }
      guard let here = outer?.word(key) else { return there }
      return there.lies(in: here) ? there : here
    }

    func lies(in other: Spot) -> Bool {
      self === other || outer?.lies(in: other) == true || home?.lies(in: other) == true
    }

    /// Where a value leads that stands on these keys.
    func home(by keys: Set<Name>) -> Spot {
      var words: [Name: Spot] = [:]
      for key in keys { words[key] = word(key) }
      let home = words.values.sorted { $0.age < $1.age }.reduce(Spot(in: nil)) { older, younger in
        younger.lies(in: older)
          ? younger : older.lies(in: younger) ? older : Spot(in: younger, beside: older)
      }
      return Spot(words: words, in: home)
    }

    func value(_ key: Name) -> String { word(key)?.name ?? "root" }
  }

  /// A scope of the table, and what is expected to be seen there.
  typealias Site = (values: InjectedValues, spot: Spot)
}

extension KeptTable {
  /// The scopes of a view.
  final class Scene {
    private(set) var sites: [Site] = []
    /// What is seen in the view, to be entered.
    private(set) var asked: Site
    let ask: () -> Thing
    let property: @Sendable (InjectedValues) -> Thing
    var spot: Spot { asked.spot }

    init(_ view: View, _ maker: Maker) {
      var sites: [Site] = [(.current, Spot("root", in: nil))]
      func open(_ name: String, _ keys: Set<Name>, in site: Site, provides: Maker? = nil) -> Site {
        let isDecorator = provides == .providedOutside && maker == .decorator
        let spot = Spot(
          name,
          provides == maker || isDecorator ? keys.union([.thing]) : keys,
          age: sites.count,
          in: site.spot
        )
        let values = withInjected(site.values) {
          let outer = InjectedValues.current
          return withInjected({
            for key in keys { $0[key] = name }
            if spot.keys.contains(.thing) {
              $0.provide(InjectedValues.thingKey.self) {
                if isDecorator { withExtendedLifetime(outer.thing) {} }
                return Thing()
              }
            }
          }) { InjectedValues.current }
        }
        sites.append((values, spot))
        return sites.last!
      }
      func collection(_ name: String, in base: Site? = nil) -> (InjectedScopes<String>, Site) {
        let spot = Spot(name, [.tenant, .mailer], age: sites.count, in: base?.spot)
        let scopes = InjectedScopes<String>(in: base?.values ?? .root, limit: 9) {
          $0.tenant = $1
          $0.mailer = $1
        }
        sites.append((scopes.values(for: name), spot))
        return (scopes, sites.last!)
      }
      let property = maker.property
      func through(_ home: Site, in site: Site) -> (Site, () -> Thing) {
        let wrapper = withInjected(home.values) { Injected(property) }
        let seen = withInjected(site.values) { wrapper.projectedValue }
        return (
          (seen, Spot("the pair", in: site.spot, beside: home.spot)),
          { withInjected(site.values) { wrapper.wrappedValue } }
        )
      }
      func entered(_ site: Site) -> (Site, () -> Thing) {
        (site, { withInjected(site.values) { property(.current) } })
      }

      let root = sites[0]
      switch view {
      case .chain:
        let tenant = open("tenant", [.tenant, .mailer], in: root, provides: .providedOutside)
        (asked, ask) = entered(
          open("request", [.request, .mailer], in: tenant, provides: .providedInside)
        )
      case .home:
        let tenant = open("tenant", [.tenant, .mailer], in: root, provides: .providedOutside)
        let request = open("request", [.request, .extra], in: root, provides: .providedInside)
        (asked, ask) = through(tenant, in: request)
      case .youngerHome:
        let request = open("request", [.request, .mailer], in: root, provides: .providedOutside)
        let tenant = open("tenant", [.tenant, .extra], in: root, provides: .providedInside)
        (asked, ask) = through(tenant, in: request)
      case .captured:
        let tenant = open("tenant", [.tenant, .mailer], in: root, provides: .providedOutside)
        let request = open("request", [.request, .extra], in: root, provides: .providedInside)
        (asked, ask) = entered(through(tenant, in: request).0)
      case .innerHome:
        let tenant = open("tenant", [.tenant, .mailer], in: root, provides: .providedOutside)
        let request = open("request", [.request, .mailer], in: tenant, provides: .providedInside)
        (asked, ask) = through(request, in: tenant)
      case .kept, .inKept:
        let (tenants, tenant) = collection("tenant")
        let request = open("request", [.request, .extra], in: root, provides: .providedOutside)
        let here = withInjected(request.values) {
          tenants.withInjected("tenant") { InjectedValues.current }
        }
        let pair: Site = (here, Spot("the pair", in: tenant.spot, beside: request.spot))
        let inner = open("inner", [.mailer], in: pair, provides: .providedInside)
        (asked, ask) = entered(view == .kept ? pair : inner)
      case .again:
        let (tenants, tenant) = collection("tenant")
        let older = withInjected(root.values) {
          tenants.withInjected("other") { InjectedValues.current }
        }
        let other: Site = (older, Spot("other", [.tenant, .mailer], age: 1, in: nil))
        let inner = open(
          "inner",
          [.tenant, .mailer],
          in: tenant,
          provides: .providedOutside
        )
        let request = open("request", [.request], in: inner, provides: .providedInside)
        let here = withInjected(request.values) {
          tenants.withInjected("other") {
            tenants.withInjected("tenant") { InjectedValues.current }
          }
        }
        let pair = Spot("a pair", in: other.spot, beside: request.spot)
        (asked, ask) = entered((here, Spot("the pair", in: tenant.spot, beside: pair)))
      }
      _ = open("elsewhere", [.mailer], in: root)
      _ = open("inside", [.mailer], in: asked)
      (self.sites, self.property) = (sites, property)
    }
  }
}

extension KeptTable.Maker {
  var property: @Sendable (InjectedValues) -> KeptTable.Thing {
    switch self {
    case .weak: { $0.weakThing }
    case .singleton: { $0.singleThing }
    case .scopedByRequest: { $0.thingOfRequest }
    case .part: { $0.outerThing.part! }
    case .transient: { $0.transientThing }
    default: { $0.thing }
    }
  }
}
