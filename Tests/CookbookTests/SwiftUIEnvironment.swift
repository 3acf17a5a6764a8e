import Injection
import InjectionMacros
import InjectionTesting
import Observation
import Testing

protocol Playlist: Sendable {
  func songs() async -> [String]
}

struct EmptyPlaylist: Playlist {
  func songs() async -> [String] { [] }
}

struct Songs: Playlist {
  let list: [String]
  init(_ list: [String]) { self.list = list }
  func songs() async -> [String] { list }
}

extension InjectedValues {
  @Injectable var playlist: any Playlist = EmptyPlaylist()
}

@MainActor @Observable
final class PlaylistModel {
  @ObservationIgnored @Injected(\.playlist) private var playlist
  private(set) var songs: [String] = []

  func load() async { songs = await playlist.songs() }
}

@MainActor @Suite(.injected()) struct SwiftUIEnvironment {
  @Test(.injected(\.playlist, Songs(["Summertime"])))
  func `the model has the songs of the playlist`() async {
    let model = PlaylistModel()
    await model.load()
    #expect(model.songs == ["Summertime"])
  }

  @Test func `a service outside of all views has the same value`() async {
    let songs = await withInjected(\.playlist, Songs(["Misty"])) {
      await Task { await InjectedValues[\.playlist].songs() }.value
    }
    #expect(songs == ["Misty"])
  }
}
