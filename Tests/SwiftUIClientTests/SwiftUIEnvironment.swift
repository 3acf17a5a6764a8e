import Injection
import InjectionSwiftUI
import SwiftUI
@_spi(Host) import SwiftUI
import Testing

// Compiled with the stub of SwiftUI only, so the check of pages does not see it run: the condition
// says so.
#if canImport(SwiftUI)
  extension InjectedValues {
    private enum ShopNameKey: InjectionKey {
      static var defaultValue: String { "Corner Shop" }
    }
    var shopName: String {
      get { self[ShopNameKey.self] }
      set { self[ShopNameKey.self] = newValue }
    }
  }

  extension EnvironmentValues {
    var shopName: String { injected.shopName }
  }

  struct OldSign: View {
    @Environment(\.shopName) private var name
    var body: some View { Text(name) }
  }

  struct NewSign: View {
    @Environment(\.injected.shopName) private var name
    var body: some View { Text(name) }
  }

  struct Street: View {
    var body: some View {
      VStack {
        OldSign()
        NewSign()
      }
      .injected(\.shopName, "Book Shop")
    }
  }

  @MainActor
  @Suite struct SwiftUIEnvironmentTests {
    @Test func `views that read the old property and the new one see the same`() {
      #expect(Host { Street() }.texts == ["Book Shop", "Book Shop"])
      #expect(Host { OldSign() }.texts == ["Corner Shop"])
    }
  }
#endif
