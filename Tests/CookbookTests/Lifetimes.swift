import Injection
import InjectionMacros
import InjectionTesting
import Testing

extension InjectedValues {
  @Injectable var region = "north"
  @Injectable var routes: Routes = Routes(InjectedValues[\.region])
  @Injectable(lifetime: .singleton) var analytics: Analytics =
    Analytics(InjectedValues[\.region])
  @Injectable(lifetime: .transient) var ticket: Ticket = Ticket()
  @Injectable(lifetime: .shared) var player: Player = Player()
}

extension InjectedValues {
  enum ReaderNameKey: InjectionKey {
    static var defaultValue: String { "guest" }
  }
  var readerName: String {
    get { self[ReaderNameKey.self] }
    set { self[ReaderNameKey.self] = newValue }
  }

  private enum BookmarksKey: InjectionKey {
    static var defaultValue: Bookmarks { Bookmarks() }
    static var lifetime: InjectionLifetime { .scoped(by: ReaderNameKey.self) }
  }
  var bookmarks: Bookmarks { self[BookmarksKey.self] }
}

final class Routes: Sendable {
  let region: String
  init(_ region: String) { self.region = region }
}
final class Analytics: Sendable {
  let region: String
  init(_ region: String) { self.region = region }
}
final class Ticket: Sendable {}
final class Player: Sendable {}
final class Bookmarks: Sendable {
  let reader = Injected(\.readerName)
}

@Suite(.injected()) struct Lifetimes {
  @Test func `scoped is one for all who see the same overrides of what it read`() {
    let routes = InjectedValues[\.routes]
    withInjected(\.region, "south") {
      #expect(InjectedValues[\.routes].region == "south")
    }
    withInjected(\.readerName, "Ada") {
      #expect(InjectedValues[\.routes] === routes)
    }
  }

  @Test func `singleton is one for the container, whatever scope reads it`() {
    let analytics = InjectedValues[\.analytics]
    withInjected(\.region, "south") {
      #expect(InjectedValues[\.analytics] === analytics)
      #expect(InjectedValues[\.analytics].region == "north")
    }
    withTestScope { #expect(InjectedValues[\.analytics] !== analytics) }
  }

  @Test func `transient is a new one at each read`() {
    #expect(InjectedValues[\.ticket] !== InjectedValues[\.ticket])
  }

  @Test func `shared lives while somebody holds it`() {
    var player: Player? = InjectedValues[\.player]
    #expect(InjectedValues[\.player] === player)
    weak let first = player
    player = nil
    #expect(first == nil)
  }

  @Test func `scoped by a key is one for each override of that key`() {
    let guest = InjectedValues[\.bookmarks]
    #expect(guest.reader() == "guest")
    withInjected(\.readerName, "Ada") {
      #expect(InjectedValues[\.bookmarks] !== guest)
      #expect(InjectedValues[\.bookmarks].reader() == "Ada")
    }
  }
}
