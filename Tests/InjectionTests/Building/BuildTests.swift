import TestSupport
import Testing

@testable import Injection

@Suite struct BuildTests {
  @Test func `what is read after a build has ended is not noted`() {
    let number = KeyDescription.of(InjectedValues.numberKey.self)
    let request = Request(
      number,
      .none,
      reader: .unknown,
      declaration: .unknown,
      isPreparation: false,
      isOfDraft: false
    )
    let view = ScopeView(Scope(rootOf: nil, place: .unknown, traits: [.root, .base]))
    let build = Build(request, Search(view), in: view, nil)
    build.note(Finding(number, 1))
    #expect(build.end().findings.count == 1)
    build.note(Finding(number, 1))
    #expect(build.end().findings.isEmpty)
  }
}
