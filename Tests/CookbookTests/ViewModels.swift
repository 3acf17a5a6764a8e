import Injection
import InjectionMacros
import InjectionTesting
import Observation
import Synchronization
import Testing

@MainActor
@Observable
final class RecipesModel {
  private(set) var titles: [String] = []
  private(set) var message: String?

  @ObservationIgnored @Injected(\.recipes) private var recipes

  func load() async {
    do {
      titles = try await recipes.titles()
      message = nil
    } catch {
      message = "No recipes today."
    }
  }
}

protocol Recipes: Sendable {
  func titles() async throws -> [String]
}

extension InjectedValues {
  @Injectable(preview: StubRecipes(["Soup"])) var recipes: any Recipes =
    ServerRecipes()
}

struct ServerRecipes: Recipes {
  struct Unreachable: Error {}
  func titles() async throws -> [String] { throw Unreachable() }
}

struct StubRecipes: Recipes {
  let list: [String]
  init(_ list: [String]) { self.list = list }
  func titles() async throws -> [String] { list }
}

@MainActor @Suite(.injected()) struct ViewModels {
  @Test(.injected(\.recipes, StubRecipes(["Soup", "Bread"])))
  func `the model has the titles that the service knows`() async {
    let model = RecipesModel()
    await model.load()
    #expect(model.titles == ["Soup", "Bread"])
    #expect(model.message == nil)
  }

  @Test func `the model says that there is nothing to show`() async {
    let model = RecipesModel()
    await model.load()
    #expect(model.titles == [])
    #expect(model.message == "No recipes today.")
  }

  @Test(.injected(\.recipes, StubRecipes(["Soup"])))
  func `a view that shows the titles is told of a change`() async {
    let model = RecipesModel()
    let changed = Mutex(false)
    withObservationTracking {
      _ = model.titles
    } onChange: {
      changed.withLock { $0 = true }
    }
    await model.load()
    #expect(changed.withLock { $0 })
  }
}
