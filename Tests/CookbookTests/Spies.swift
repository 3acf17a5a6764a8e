import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

protocol Post: Sendable {
  func send(_ letter: String) -> Int
}

struct CityPost: Post {
  func send(_ letter: String) -> Int { letter.count }
}

final class PostSpy: Post {
  private let base: any Post
  private let sent = Mutex<[String]>([])

  init(_ base: any Post) { self.base = base }

  var letters: [String] { sent.withLock { $0 } }

  func send(_ letter: String) -> Int {
    sent.withLock { $0.append(letter) }
    return base.send(letter)
  }
}

extension InjectedValues {
  @Injectable var post: any Post = CityPost()
}

struct Invitations {
  @Injected(\.post) private var post

  func invite(_ names: [String]) -> Int {
    names.map { post.send("Dear \($0)") }.reduce(0, +)
  }
}

@Suite(.injected()) struct Spies {
  @Test func `each guest gets a letter`() {
    let spy = PostSpy(InjectedValues[\.post])
    withInjected(\.post, spy) {
      #expect(Invitations().invite(["Ada", "Bo"]) == 15)
    }
    #expect(spy.letters == ["Dear Ada", "Dear Bo"])
  }
}
