import Injection
import InjectionMacros
import InjectionTesting
import Testing

struct PhotoLoader: Sendable {
  private let cache: PhotoCache

  init(cache: PhotoCache = InjectedValues[\.photoCache]) {
    self.cache = cache
  }

  func photo(_ name: String) -> String { cache.photo(name) }
}

extension InjectedValues {
  @Injectable var photoCache: PhotoCache = PhotoCache(prefix: "disk")
}

struct PhotoCache: Sendable {
  let prefix: String
  func photo(_ name: String) -> String { "\(prefix): \(name)" }
}

@Suite(.injected()) struct DefaultParameterInjection {
  @Test func `the default argument is the value of the scope that makes the object`() {
    #expect(PhotoLoader().photo("cat") == "disk: cat")
    #expect(PhotoLoader(cache: PhotoCache(prefix: "test")).photo("cat") == "test: cat")
    withInjected(\.photoCache, PhotoCache(prefix: "memory")) {
      #expect(PhotoLoader().photo("cat") == "memory: cat")
    }
  }

  @Test func `an object keeps its argument in other scopes`() {
    let loader = PhotoLoader()
    withInjected(\.photoCache, PhotoCache(prefix: "memory")) {
      #expect(loader.photo("cat") == "disk: cat")
    }
  }
}
