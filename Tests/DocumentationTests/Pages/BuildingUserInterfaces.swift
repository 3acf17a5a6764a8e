import Injection
import InjectionMacros
import InjectionTesting
import Observation
import Testing

extension InjectedValues {
  @Injectable fileprivate var loadName: @Sendable () async -> String = { "nobody" }
}

@Observable @MainActor
private final class ProfileModel {
  @ObservationIgnored @Injected(\.loadName) private var loadName
  private(set) var name = ""

  func load() async { name = await loadName() }
}

@MainActor
private final class ProfileController {
  private let model = ProfileModel()

  func viewDidAppear() -> Task<Void, Never> { Task { await model.load() } }
  var title: String { model.name }
}

@MainActor
private final class ListController {
  @Injected(\.loadName) var loadName

  func makeDetail() -> ProfileController {
    withInjected($loadName) { ProfileController() }
  }
}

private let printed = Printed()
private func print(_ item: Any) { printed.add(item) }

// One after the other, since they share what is printed.
@MainActor
@Suite(.serialized, .injected()) struct BuildingUserInterfaces {
  @Test func `a model is at home where it was made`() async {
    let model = withInjected {
      $0.loadName = { "Ada" }
    } operation: {
      ProfileModel()
    }
    await model.load()
    print(model.name)  // Ada
    #expect(printed.take() == ["Ada"])
  }

  @Test func `a view controller is at home where it was made`() async {
    let controller = withInjected {
      $0.loadName = { "Alan" }
    } operation: {
      ProfileController()
    }
    await controller.viewDidAppear().value
    print(controller.title)  // Alan
    #expect(printed.take() == ["Alan"])
  }

  @Test func `a view controller passes its home on`() async {
    let list = withInjected {
      $0.loadName = { "Grace" }
    } operation: {
      ListController()
    }
    let detail = list.makeDetail()
    await detail.viewDidAppear().value
    #expect(detail.title == "Grace")
    #expect(await list.loadName() == "Grace")
  }
}
