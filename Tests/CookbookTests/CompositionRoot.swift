import Injection
import InjectionMacros
import InjectionTesting
import Testing

protocol News: Sendable {
  func headline() async -> String
}

extension InjectedValues {
  @Injectable var newsAddress = "news.example"
  @Injectable var news: any News = NoNews()
}

struct NoNews: News {
  func headline() async -> String { "nothing" }
}

struct LiveNews: News {
  let address: String
  func headline() async -> String { "from \(address)" }
}

enum NewsApp {
  static func live(_ values: inout InjectedValues) {
    values.newsAddress = "daily.example"
    values.provide(InjectedValues.newsKey.self) {
      LiveNews(address: InjectedValues[\.newsAddress])
    }
  }

  static func main() async -> String {
    InjectedValues.bootstrap(live)
    return await InjectedValues[\.news].headline()
  }
}

@Suite(.injected()) struct CompositionRoot {
  @Test func `the start of the program sets what all of it sees`() async {
    await #expect(processExitsWith: .success) {
      let headline = await NewsApp.main()
      precondition(headline == "from daily.example")
    }
  }

  @Test func `what the app puts together can be tested without its start`() async {
    await withTestScope {
      NewsApp.live(&$0)
      $0.newsAddress = "test.example"
    } operation: {
      let headline = await InjectedValues[\.news].headline()
      #expect(headline == "from test.example")
    }
  }

  @Test func `a test sees nothing of what another one put together`() async {
    #expect(await InjectedValues[\.news].headline() == "nothing")
  }
}
