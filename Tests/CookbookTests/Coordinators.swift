import Injection
import InjectionMacros
import InjectionTesting
import Testing

@MainActor
final class ProfileController {
  @Injected(\.accounts) private var accounts
  let id: Int
  var onEdit: () -> Void = {}

  init(id: Int) { self.id = id }

  var title: String { accounts.name(of: id) }
}

protocol Accounts: Sendable {
  func name(of id: Int) -> String
}

struct Names: Accounts {
  let names: [Int: String]
  func name(of id: Int) -> String { names[id] ?? "?" }
}

extension InjectedValues {
  @Injectable var accounts: any Accounts = Names(names: [:])
}

@MainActor
final class ProfileFlow {
  private let values: InjectedValues
  private(set) var shown: [ProfileController] = []
  private(set) var isEditing = false

  init(_ values: InjectedValues = .current) { self.values = values }

  func start(id: Int) {
    withInjected(values) {
      let controller = ProfileController(id: id)
      controller.onEdit = { [weak self] in self?.isEditing = true }
      shown.append(controller)
    }
  }
}

@MainActor
@Suite(.injected()) struct Coordinators {
  @Test func `screens see the values that their flow was made with`() {
    let flow = withInjected(\.accounts, Names(names: [1: "Ada"])) { ProfileFlow() }
    flow.start(id: 1)
    #expect(flow.shown.map(\.title) == ["Ada"])
  }

  @Test func `a screen tells its flow what to do next`() {
    let flow = ProfileFlow()
    flow.start(id: 1)
    flow.shown[0].onEdit()
    #expect(flow.isEditing)
  }
}
