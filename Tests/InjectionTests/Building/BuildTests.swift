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
    let root = Scope(in: nil, place: .unknown, traits: [.root, .base])
    let build = Build(request, view: root, nil, isShared: true)
    build.note(Finding(number, 1))
    #expect(build.takeRecord().findings.count == 1)
    build.lead(to: root)
    build.note(Finding(number, 1))
    #expect(build.takeRecord().findings.isEmpty)
  }
}
