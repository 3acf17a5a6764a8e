import Injection
import InjectionMacros
import InjectionTesting
import Testing

protocol StorageFactory: Sendable {
  func makeCache() -> String
  func makeArchive() -> String
}

struct CloudStorage: StorageFactory {
  func makeCache() -> String { "cloud cache" }
  func makeArchive() -> String { "cloud archive" }
}

struct MemoryStorages: StorageFactory {
  func makeCache() -> String { "memory cache" }
  func makeArchive() -> String { "memory archive" }
}

extension InjectedValues {
  @Injectable var storageFactory: any StorageFactory = CloudStorage()
  @Injectable var cacheName: String = InjectedValues[\.storageFactory].makeCache()
  @Injectable var archiveName: String =
    InjectedValues[\.storageFactory].makeArchive()
}

@Suite(.injected()) struct AbstractFactory {
  @Test func `one override changes the whole family`() {
    withInjected(\.storageFactory, MemoryStorages()) {
      #expect(InjectedValues[\.cacheName] == "memory cache")
      #expect(InjectedValues[\.archiveName] == "memory archive")
    }
    #expect(InjectedValues[\.cacheName] == "cloud cache")
    #expect(InjectedValues[\.archiveName] == "cloud archive")
  }

  @Test func `one member of a family is replaced by itself`() {
    withInjected {
      $0.storageFactory = MemoryStorages()
      $0.cacheName = "no cache"
    } operation: {
      #expect(InjectedValues[\.cacheName] == "no cache")
      #expect(InjectedValues[\.archiveName] == "memory archive")
    }
  }
}
